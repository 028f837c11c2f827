/* Random legal play of Pig with mask and observation, as a plain C loop over an array of records: the yardstick
 * for what this machine can do. Same generator, rules and observation as croupier's kernels. */
#include <stdint.h>

typedef struct {
    int32_t winning_score, max_turns, turns, total, scores[2];
    int8_t player, turn;
} pig;

static inline uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t next(uint64_t *s) { return mix64(*s += 0x9E3779B97F4A7C15ULL); }

static inline uint32_t below(uint64_t *s, uint64_t n) {
    uint64_t m = (next(s) >> 32) * n;
    if ((uint32_t)m < n) {
        uint64_t t = (4294967296ULL - n) % n;
        while ((uint32_t)m < t) m = (next(s) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

static inline float share(int32_t v, float scale) { float x = (float)v * scale; return x < 1.0f ? x : 1.0f; }

long play(pig *p, uint64_t *dice, uint64_t *picks, int8_t *mask, float *obs, float *rewards, long n, long steps) {
    for (long k = 0; k < steps; k++)
        for (long i = 0; i < n; i++) {
            pig *s = p + i;
            int over = 0, ended = 0, hold = (int)below(picks + i, 2), t = s->turn;
            rewards[2 * i] = rewards[2 * i + 1] = 0;
            if (hold) {
                s->scores[t] += s->total;
                over = s->scores[t] >= s->winning_score;
                ended = 1;
            } else {
                int face = 1 + (int)below(dice + i, 6);
                if (face == 1) ended = 1;
                else s->total += face;
            }
            if (ended) { s->total = 0; s->turn = (int8_t)(1 - t); s->turns++; }
            if (over || s->turns >= s->max_turns) {
                int lead = s->scores[0] - s->scores[1];
                rewards[2 * i] = (float)((lead > 0) - (lead < 0));
                rewards[2 * i + 1] = -rewards[2 * i];
                s->turns = s->total = s->scores[0] = s->scores[1] = 0;
                s->turn = 0;
            }
            s->player = s->turn;
            mask[2 * i] = mask[2 * i + 1] = 1;
            float scale = 1.0f / (float)s->winning_score, *o = obs + 7 * i;
            int me = s->player, left = s->max_turns - s->turns;
            o[0] = share(s->scores[me], scale);
            o[1] = share(s->scores[1 - me], scale);
            o[2] = share(s->total, scale);
            o[3] = share(s->scores[me] + s->total, scale);
            o[4] = 1.0f;
            o[5] = (float)(left < 10 ? left : 10) / 10.0f;
            o[6] = (float)(s->winning_score < 1000 ? s->winning_score : 1000) / 1000.0f;
        }
    return n * steps;
}
