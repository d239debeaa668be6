/*
 * SPDX-License-Identifier: MIT
 * png_decode FILE: prints a PNG picture's grey values, decoded by libpng.
 */
#include <stdio.h>
#include <stdlib.h>

#include <png.h>

int main(int argc, char **argv)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (argc != 2 || !png_image_begin_read_from_file(&image, argv[1])) {
        fprintf(stderr, "png_decode: %s\n", argc == 2 ? image.message : "one file is needed");
        return 1;
    }
    image.format = PNG_FORMAT_GRAY;
    unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
        fprintf(stderr, "png_decode: %s\n", image.message);
        return 1;
    }
    printf("P2\n%u %u\n255\n", image.width, image.height);
    for (unsigned y = 0; y < image.height; y++)
        for (unsigned x = 0; x < image.width; x++)
            printf("%d%c", pixels[y * PNG_IMAGE_ROW_STRIDE(image) + x],
                   x + 1 < image.width ? ' ' : '\n');
    free(pixels);
    return 0;
}
