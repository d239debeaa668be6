/*
 * SPDX-License-Identifier: MIT
 * raytrace SIZE: prints a picture of three balls on a plane as a PGM file: floating point,
 * recursion.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
    double x, y, z;
};

static const struct ball {
    struct vector centre;
    double radius, mirror;
} balls[] = {
    {{-1.1, 0.9, 4.0}, 0.9, 0.5},
    {{1.0, 0.7, 3.2}, 0.7, 0.1},
    {{0.2, 0.4, 2.2}, 0.4, 0.8},
};

static struct vector add(struct vector a, struct vector b, double scale)
{
    return (struct vector){a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
}

static double dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector v)
{
    double length = sqrt(dot(v, v));
    return (struct vector){v.x / length, v.y / length, v.z / length};
}

/* Returns the distance to the ball along a ray, or a negative number. */
static double ball_distance(const struct ball *ball, struct vector from, struct vector way)
{
    struct vector to = add(ball->centre, from, -1);
    double along = dot(to, way), beside = dot(to, to) - along * along;
    double half = ball->radius * ball->radius - beside;
    return half < 0 ? -1 : along - sqrt(half);
}

/* Returns the nearest ball, or NULL, and its distance. */
static const struct ball *nearest(struct vector from, struct vector way, double *distance)
{
    const struct ball *found = NULL;
    for (unsigned i = 0; i < sizeof balls / sizeof balls[0]; i++) {
        double here = ball_distance(&balls[i], from, way);
        if (here > 1e-6 && (!found || here < *distance))
            found = &balls[i], *distance = here;
    }
    return found;
}

static double light(struct vector place, struct vector normal)
{
    struct vector sun = unit((struct vector){-1, 2, -1.5});
    double distance = 0;
    double bright = dot(normal, sun);
    return bright <= 0 || nearest(place, sun, &distance) ? 0.1 : 0.1 + 0.9 * bright;
}

static double trace(struct vector from, struct vector way, int depth)
{
    double distance = 0, ground = way.y < 0 ? -from.y / way.y : -1;
    const struct ball *ball = nearest(from, way, &distance);
    if (ball && (ground < 0 || distance < ground)) {
        struct vector place = add(from, way, distance);
        struct vector normal = unit(add(place, ball->centre, -1));
        double bright = light(place, normal);
        if (depth == 0)
            return bright;
        struct vector mirrored = add(way, normal, -2 * dot(way, normal));
        return bright * (1 - ball->mirror) + ball->mirror * trace(place, mirrored, depth - 1);
    }
    if (ground < 0)
        return 0.5 + 0.5 * way.y;
    struct vector place = add(from, way, ground);
    int odd = ((int)floor(place.x) + (int)floor(place.z)) & 1;
    return light(place, (struct vector){0, 1, 0}) * (odd ? 0.9 : 0.3);
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 16;
    if (size < 1 || size > 1000) {
        fprintf(stderr, "raytrace: the size %d is not from 1 to 1000\n", size);
        return 2;
    }
    printf("P2\n%d %d\n255\n", size, size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            struct vector way = {(x + 0.5) * 2 / size - 1, 1 - (y + 0.5) * 2 / size, 1.2};
            double bright = trace((struct vector){0, 0.8, -1}, unit(way), 3);
            printf("%d%c", (int)(255 * fmin(1, bright)), x + 1 < size ? ' ' : '\n');
        }
    return 0;
}
