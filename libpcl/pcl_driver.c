/*
 * SPDX-License-Identifier: MIT
 * The low level of PCL: counters are started by the processor's own commands.
 */
#include "libpcl/counting.h"

#include "kernel/lib/time.h"

static struct pcl_machine_request asked;

int PCL_driver_info(PCL_PROCESSOR_INFO *info)
{
    if (!info)
        return PCL_FAILURE;
    asked.ask = MACHINE_INFO;
    counting_send_request(&asked);
    *info = (PCL_PROCESSOR_INFO){.vendor = asked.vendor,
                                 .family = asked.family,
                                 .model = asked.model,
                                 .mhz = (int)((clock_hz + 500000) / 1000000),
                                 .ncounters = (int)asked.n_counters};
    return PCL_SUCCESS;
}

int PCL_driver_open(PCL_DESCR_TYPE descr)
{
    if (!counting_is_handle(descr) || counting.driver)
        return PCL_FAILURE;
    counting.driver = descr;
    return PCL_SUCCESS;
}

static bool pcl_driver_is_open(PCL_DESCR_TYPE descr)
{
    return counting_is_handle(descr) && counting.driver == descr;
}

/* Returns the selected counters below max_counter. */
static uint32_t pcl_driver_counters(int max_counter, PCL_BIT_MASK_TYPE mask)
{
    return max_counter < 32 ? mask & ((1u << max_counter) - 1) : mask;
}

int PCL_driver_start(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                     PCL_DRIVER_COMMAND_TYPE *commands, unsigned int count_mode)
{
    if (!pcl_driver_is_open(descr) || counting.owner || max_counter <= 0 ||
        max_counter > PCL_COUNTER_MAX || !commands ||
        !pcl_driver_counters(max_counter, counter_used_mask))
        return PCL_FAILURE;
    if (count_mode & ~PCL_MODE_USER_SYSTEM || !count_mode)
        return PCL_MODE_NOT_SUPPORTED;
    asked.ask = MACHINE_START_RAW;
    asked.mode = count_mode;
    asked.counters = pcl_driver_counters(max_counter, counter_used_mask);
    for (int i = 0; i < max_counter; i++)
        if (asked.counters >> i & 1)
            asked.commands[i] = commands[i];
    int wrong = counting_send_request(&asked);
    if (wrong)
        return wrong;
    counting.request = asked;
    counting.owner = descr;
    counting.raw = true;
    return PCL_SUCCESS;
}

int PCL_driver_read(PCL_DESCR_TYPE descr, int max_counter, PCL_BIT_MASK_TYPE counter_used_mask,
                    PCL_CNT_TYPE *counter_values)
{
    if (!pcl_driver_is_open(descr) || !counting.raw || max_counter <= 0 ||
        max_counter > PCL_COUNTER_MAX || !counter_values)
        return PCL_FAILURE;
    uint32_t counters = pcl_driver_counters(max_counter, counter_used_mask);
    if (!counters || counters & ~counting.request.counters)
        return PCL_FAILURE;
    for (unsigned i = 0; counters >> i; i++)
        if (counters >> i & 1)
            counter_values[i] = (PCL_CNT_TYPE)counting_read_counter(i);
    return PCL_SUCCESS;
}

int PCL_driver_stop(PCL_DESCR_TYPE descr)
{
    if (!pcl_driver_is_open(descr) || !counting.raw)
        return PCL_FAILURE;
    counting.raw = false;
    counting.owner = 0;
    asked.ask = MACHINE_STOP;
    return counting_send_request(&asked);
}

int PCL_driver_close(PCL_DESCR_TYPE descr)
{
    if (!pcl_driver_is_open(descr))
        return PCL_FAILURE;
    if (counting.raw)
        PCL_driver_stop(descr);
    counting.driver = 0;
    return PCL_SUCCESS;
}
