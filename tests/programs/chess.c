/*
 * SPDX-License-Identifier: MIT
 * chess DEPTH [FEN]: counts the positions after each legal move (perft), on a board of 10 by 12
 * squares. The counts of the first position are 20, 400, 8902, 197281.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 120, EDGE = 99, MOST_MOVES = 256 };

/* Upper case is white; 0 is an empty square. */
struct position {
    signed char board[SIZE];
    int white, en_passant, castle; /* castle: bits K Q k q */
};

struct move {
    unsigned char from, to;
    char promoted;
};

static const int steps[8] = {-10, 10, -1, 1, -11, -9, 9, 11};
static const int jumps[8] = {-21, -19, -12, -8, 8, 12, 19, 21};

static int is_own(const struct position *p, int square)
{
    int piece = p->board[square];
    return piece > 0 && piece != EDGE && !isupper(piece) == !p->white;
}

static int is_other(const struct position *p, int square)
{
    int piece = p->board[square];
    return piece > 0 && piece != EDGE && !isupper(piece) == !!p->white;
}

static int piece_of(int upper, int white)
{
    return white ? upper : tolower(upper);
}

static int attacked_along(const struct position *p, int square, int by_white)
{
    for (int i = 0; i < 8; i++) {
        int to = square + steps[i];
        if (p->board[to] == piece_of('K', by_white))
            return 1;
        while (p->board[to] == 0)
            to += steps[i];
        if (p->board[to] == piece_of('Q', by_white) ||
            p->board[to] == piece_of(i < 4 ? 'R' : 'B', by_white))
            return 1;
    }
    return 0;
}

static int attacked(const struct position *p, int square, int by_white)
{
    int forward = by_white ? 10 : -10;
    for (int i = 0; i < 8; i++)
        if (p->board[square + jumps[i]] == piece_of('N', by_white))
            return 1;
    return p->board[square + forward - 1] == piece_of('P', by_white) ||
           p->board[square + forward + 1] == piece_of('P', by_white) ||
           attacked_along(p, square, by_white);
}

static int pawn_moves(const struct position *p, int from, struct move *moves, int n)
{
    int forward = p->white ? -10 : 10, row = from / 10, to = from + forward;
    int targets[4], n_targets = 0;
    if (p->board[to] == 0) {
        targets[n_targets++] = to;
        if (row == (p->white ? 8 : 3) && p->board[to + forward] == 0)
            targets[n_targets++] = to + forward;
    }
    for (int side = -1; side <= 1; side += 2)
        if (is_other(p, to + side) || to + side == p->en_passant)
            targets[n_targets++] = to + side;
    for (int i = 0; i < n_targets; i++) {
        int promotes = targets[i] / 10 == (p->white ? 2 : 9);
        for (const char *piece = promotes ? "QRBN" : " "; *piece; piece++)
            moves[n++] = (struct move){(unsigned char)from, (unsigned char)targets[i], *piece};
    }
    return n;
}

static int piece_moves(const struct position *p, int from, struct move *moves, int n)
{
    int kind = toupper(p->board[from]), slides = kind != 'N' && kind != 'K';
    int first = kind == 'B' ? 4 : 0, last = kind == 'R' ? 4 : 8;
    for (int i = first; i < last; i++) {
        int step = kind == 'N' ? jumps[i] : steps[i], to = from + step;
        for (; p->board[to] == 0 && slides; to += step)
            moves[n++] = (struct move){(unsigned char)from, (unsigned char)to, ' '};
        if (p->board[to] == 0 || is_other(p, to))
            moves[n++] = (struct move){(unsigned char)from, (unsigned char)to, ' '};
    }
    return n;
}

static int castle_moves(const struct position *p, struct move *moves, int n)
{
    int king = p->white ? 95 : 25, other = !p->white,
        rights = p->white ? p->castle : p->castle >> 2;
    if (!(rights & 3) || attacked(p, king, other))
        return n;
    if (rights & 1 && !p->board[king + 1] && !p->board[king + 2] && !attacked(p, king + 1, other))
        moves[n++] = (struct move){(unsigned char)king, (unsigned char)(king + 2), ' '};
    if (rights & 2 && !p->board[king - 1] && !p->board[king - 2] && !p->board[king - 3] &&
        !attacked(p, king - 1, other))
        moves[n++] = (struct move){(unsigned char)king, (unsigned char)(king - 2), ' '};
    return n;
}

/* Moves that may leave the king in check. */
static int find_moves(const struct position *p, struct move *moves)
{
    int n = castle_moves(p, moves, 0);
    for (int from = 21; from < 99; from++) {
        if (!is_own(p, from))
            continue;
        if (toupper(p->board[from]) == 'P')
            n = pawn_moves(p, from, moves, n);
        else
            n = piece_moves(p, from, moves, n);
    }
    return n;
}

/* A king or a rook that leaves or loses its square ends the right to castle. */
static void drop_rights(struct position *p, int square)
{
    switch (square) {
    case 95:
        p->castle &= ~3;
        break;
    case 98:
        p->castle &= ~1;
        break;
    case 91:
        p->castle &= ~2;
        break;
    case 25:
        p->castle &= ~12;
        break;
    case 28:
        p->castle &= ~4;
        break;
    case 21:
        p->castle &= ~8;
        break;
    default:
        break;
    }
}

static void make_move(struct position *p, const struct move *move)
{
    int piece = p->board[move->from], kind = toupper(piece), by = move->to - move->from;
    p->board[move->to] =
        (signed char)(move->promoted == ' ' ? piece : piece_of(move->promoted, p->white));
    p->board[move->from] = 0;
    if (kind == 'P' && move->to == p->en_passant)
        p->board[move->to + (p->white ? 10 : -10)] = 0;
    if (kind == 'K' && abs(by) == 2) {
        int rook = by > 0 ? move->from + 3 : move->from - 4;
        p->board[move->from + by / 2] = p->board[rook];
        p->board[rook] = 0;
    }
    p->en_passant = kind == 'P' && abs(by) == 20 ? move->from + by / 2 : 0;
    drop_rights(p, move->from);
    drop_rights(p, move->to);
    p->white = !p->white;
}

static int king_of(const struct position *p, int white)
{
    const signed char *found = memchr(p->board, piece_of('K', white), SIZE);
    return found ? (int)(found - p->board) : 0;
}

static unsigned long perft(const struct position *p, int depth)
{
    struct move moves[MOST_MOVES];
    unsigned long positions = 0;
    int n = find_moves(p, moves);
    for (int i = 0; i < n; i++) {
        struct position next = *p;
        make_move(&next, &moves[i]);
        if (attacked(&next, king_of(&next, p->white), next.white))
            continue;
        positions += depth > 1 ? perft(&next, depth - 1) : 1;
    }
    return positions;
}

static void read_fen(struct position *p, const char *fen)
{
    memset(p, 0, sizeof *p);
    memset(p->board, EDGE, SIZE);
    for (int row = 2; row < 10; row++)
        memset(&p->board[row * 10 + 1], 0, 8);
    int at = 21;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/')
            at = (at / 10 + 1) * 10 + 1;
        else if (isdigit((unsigned char)*fen))
            at += *fen - '0';
        else
            p->board[at++] = (signed char)*fen;
    }
    p->white = fen[1] == 'w';
    for (fen += 3; *fen && *fen != ' '; fen++) {
        const char *right = strchr("KQkq", *fen);
        if (right)
            p->castle |= 1 << (right - "KQkq");
    }
}

int main(int argc, char **argv)
{
    struct position start;
    int depth = argc > 1 ? atoi(argv[1]) : 2;
    read_fen(&start,
             argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (int i = 1; i <= depth; i++)
        printf("%d: %lu\n", i, perft(&start, i));
    return 0;
}
