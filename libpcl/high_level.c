/*
 * SPDX-License-Identifier: MIT
 * The high level of PCL: starting, reading and stopping counting, in nested levels.
 */
#include "libpcl/counting.h"
#include "libpcl/pass_results.h"

#include "kernel/lib/string.h"
#include "kernel/lib/time.h"
#include "libpcl/quotient.h"

/* Copies list and mode into a request. */
static int high_level_fill_request(struct pcl_machine_request *request, PCL_DESCR_TYPE descr,
                                   const int *list, int n, unsigned mode)
{
    if (!counting_is_handle(descr) || !list || n <= 0)
        return PCL_FAILURE;
    if (n > PCL_MAX_EVENT)
        return PCL_TOO_MANY_EVENTS;
    for (int i = 0; i < n; i++) {
        if (list[i] < 0 || list[i] >= PCL_MAX_EVENT)
            return PCL_ILL_EVENT;
        request->events[i] = (uint8_t)list[i];
    }
    if (mode & ~(PCL_MODE_USER_SYSTEM | pass_results_mode) || !(mode & PCL_MODE_USER_SYSTEM))
        return PCL_MODE_NOT_SUPPORTED;
    request->n_events = n;
    request->mode = mode;
    return PCL_SUCCESS;
}

static struct pcl_machine_request asked; /* a single one, because there are no threads */

int PCLquery(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode)
{
    int wrong = high_level_fill_request(&asked, descr, counter_list, ncounter, mode);
    if (wrong)
        return wrong;
    asked.ask = MACHINE_MAY;
    return counting_send_request(&asked);
}

static bool high_level_is_same(const struct pcl_machine_request *a,
                               const struct pcl_machine_request *b)
{
    return a->n_events == b->n_events && a->mode == b->mode &&
           !memcmp(a->events, b->events, (size_t)a->n_events);
}

static int high_level_start_counters(PCL_DESCR_TYPE descr)
{
    if (counting.owner)
        return PCL_FAILURE; /* another handle or the driver counts */
    asked.ask = MACHINE_START;
    asked.pass = pass_results_pass();
    int wrong = counting_send_request(&asked);
    if (wrong)
        return wrong;
    counting.request = asked;
    counting.owner = descr;
    memset(counting.last, 0, sizeof counting.last);
    memset(counting.total, 0, sizeof counting.total);
    return PCL_SUCCESS;
}

int PCLstart(PCL_DESCR_TYPE descr, int *counter_list, int ncounter, unsigned int mode)
{
    int wrong = high_level_fill_request(&asked, descr, counter_list, ncounter, mode);
    if (wrong)
        return wrong;
    if (!counting.levels)
        wrong = high_level_start_counters(descr);
    else if (counting.owner != descr)
        wrong = PCL_FAILURE;
    else if (!high_level_is_same(&asked, &counting.request))
        wrong = PCL_TOO_ILL_NESTING;
    else if (counting.levels == PCL_MAX_NESTING_LEVEL)
        wrong = PCL_TOO_MANY_NESTINGS;
    if (wrong)
        return wrong;
    counting_update();
    memcpy(counting.from[counting.levels++], counting.total, sizeof counting.total);
    return PCL_SUCCESS;
}

/* ---- results --------------------------------------------------------------------------------- */

static uint64_t high_level_sum(const uint64_t *natives, uint32_t mask)
{
    uint64_t all = 0;
    for (; mask; mask >>= 1, natives++)
        if (mask & 1)
            all += *natives;
    return all;
}

/* Stores a double by its bits, without the x87. */
static void high_level_store_rate(PCL_FP_CNT_TYPE *place, int event, uint64_t n, uint64_t per)
{
    if (event == PCL_MFLOPS) {
        for (; n >> 40; n >>= 1) /* so that the product fits */
            per >>= 1;
        n *= clock_hz / 1000;
        per *= 1000;
    }
    uint64_t bits = quotient_bits(n, per);
    memcpy(place, &bits, sizeof bits);
}

/* Returns PCL_FAILURE if a result has no place to be stored. */
static int high_level_check_places(const PCL_CNT_TYPE *counts, const PCL_FP_CNT_TYPE *rates)
{
    for (int i = 0; i < counting.request.n_events; i++)
        if (PCL_EVENT_IS_INT(counting.request.events[i]) ? !counts : !rates)
            return PCL_FAILURE;
    return PCL_SUCCESS;
}

static int high_level_results(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *counts, PCL_FP_CNT_TYPE *rates,
                              int n)
{
    const struct pcl_machine_request *request = &counting.request;
    uint64_t deltas[MACHINE_NATIVES];
    if (!counting_is_handle(descr) || counting.owner != descr || !counting.levels ||
        n != request->n_events || high_level_check_places(counts, rates))
        return PCL_FAILURE;
    for (unsigned i = 0; i < request->n_natives; i++)
        deltas[i] = counting.total[i] - counting.from[counting.levels - 1][i];
    int answer = request->n_passes > 1 ? pass_results_combine(deltas) : PCL_SUCCESS;
    for (int i = 0; i < n; i++) {
        const struct pcl_machine_value *value = &request->values[i];
        if (PCL_EVENT_IS_INT(request->events[i]))
            counts[i] = (PCL_CNT_TYPE)(high_level_sum(deltas, value->plus) -
                                       high_level_sum(deltas, value->minus));
        else
            high_level_store_rate(&rates[i], request->events[i],
                                  high_level_sum(deltas, value->plus),
                                  high_level_sum(deltas, value->per));
    }
    return answer;
}

int PCLread(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter)
{
    if (counting.levels)
        counting_update();
    return high_level_results(descr, i_result_list, fp_result_list, ncounter);
}

int PCLstop(PCL_DESCR_TYPE descr, PCL_CNT_TYPE *i_result_list, PCL_FP_CNT_TYPE *fp_result_list,
            int ncounter)
{
    if (counting.levels)
        counting_update();
    int answer = high_level_results(descr, i_result_list, fp_result_list, ncounter);
    if (answer < 0)
        return answer;
    if (--counting.levels == 0) {
        counting.owner = 0;
        asked.ask = MACHINE_STOP;
        counting_send_request(&asked);
    }
    return answer;
}

int PCLXpasses(PCL_DESCR_TYPE descr)
{
    return counting_is_handle(descr) && counting.levels && counting.owner == descr
               ? (int)counting.request.n_passes
               : 0;
}
