/*
 * SPDX-License-Identifier: MIT
 * The thesis's Figure 3.4, as it is printed after the #include lines, which the figure lacks. 0x83
 * does not fit into a char, and a failed open() returns -1, not 0.
 */
/* clang-format off */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main() {
     int P5MON; /* holds the p5mon device ID */
     unsigned long long int buf[3]; /* 24-byte reading buffer */
     char outbuf[5]; /* writing buffer */
     double temp1, temp2; /* holds the results from the buffer */
     /* Form the buffer to send to the device */
     /* Since clearing the counters, only need a 5-byte buffer */
     outbuf[0]=0x83; /* Event 0 is Data Read Miss, */
     outbuf[1]=0; /* and count user-level events */
     outbuf[2]=0x80; /* Event 1 is Data Read, */
     outbuf[3]=0; /* and count user-level events */
                    /* want to clear both counters */
     outbuf[4]=3;
     /* Open the device using the "open" system call */
     P5MON = open("/dev/p5mon", O_RDWR);
     if(P5MON == 0) {
         printf("opening unsuccessful ");
         exit(1);
     }
     write(P5MON, outbuf, 5); /* Configure the counters */
     read(P5MON, buf, 24); /* Read values back out */
     /* Convert the unsigned long longs into 40-bit doubles */
     temp1 = buf[0];
     temp2 = buf[1];
     printf("Counter 0 value: %f\n", temp1);
     printf("Counter 1 value: %f\n", temp2);
     printf("Ratio: %f\n", temp1/temp2);
     close(P5MON); /* close the device */
     return 0;
}
