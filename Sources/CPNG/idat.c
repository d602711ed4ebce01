#include "idat.h"

#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CPNG.h"
#include "chunks.h"

// Bytes of a piece, which is what is inflated in one go: small at first, for the first rows are waited for.
enum { first_piece = 1 << 14, largest_piece = 1 << 18 };
// How far the thread may be ahead. All of it stays in the processor's cache.
enum { ring_size = 1 << 20 };
// What takes less time than a thread is not given to one.
enum { thread_worth = 1 << 18 };

struct xz_idat {
    xz_source *source;
    uint64_t wanted;

    // Of the thread alone while there is one.
    uint8_t header[8];     // of the chunk
    uint32_t left, crc;    // of its content: what is still to be read, and the checksum so far
    int is_last;           // whether the chunk is none of ours
    const char *broken;    // why no more can be read
    uint8_t *deflated;     // a piece
    size_t piece;          // its size for now
    int is_inflated;       // whether no more bytes come of it
    const char *wrong;     // why not
    uint64_t made;

    // Of the caller alone.
    uint64_t taken, seen;  // the bytes taken, and those known to be there
    const char *failure;
    int has_thread;
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t more, space;
    // Behind the lock.
    uint64_t head, tail;   // the bytes that were made, and taken
    int is_done, is_left;  // whether no more come; whether no more are wanted

    struct inflate_state state;
    uint8_t ring[];        // byte n is at n % ring_size
};

// Begins with the next chunk, whose header follows the checksum of the last.
static void next_chunk(xz_idat *self) {
    uint8_t frame[12];
    if (xz_source_read(self->source, frame, 12) != 12) {
        self->broken = xz_source_failure(self->source);
    } else if (xz_word(frame) != self->crc) {
        self->broken = "IDAT: CRC error";
    } else {
        memcpy(self->header, frame + 4, 8);
        self->left = xz_word(self->header);
        self->is_last = memcmp(self->header + 4, "IDAT", 4) != 0;
        self->crc = crc32_gzip_refl(0, self->header + 4, 4);
        if (!self->is_last && self->left > INT32_MAX) self->broken = "IDAT: invalid length";
    }
}

// Passes over chunks that are between those of ours, where pixels are still missing: that is wrong, but does no harm.
static void skip_others(xz_idat *self) {
    while (self->is_last && !self->broken && self->made < self->wanted && xz_is_ancillary(self->header + 4)) {
        if (self->left > INT32_MAX) { self->broken = "invalid length"; return; }
        while (self->left && !self->broken) {
            size_t part = self->left < largest_piece ? self->left : largest_piece;
            size_t got = xz_source_read(self->source, self->deflated, part);
            self->crc = crc32_gzip_refl(self->crc, self->deflated, got);
            self->left -= (uint32_t)got;
            if (got < part) self->broken = xz_source_failure(self->source);
        }
        if (!self->broken) next_chunk(self);
    }
}

// Reads content of chunks, to the end of a piece or of what is there. ISA-L takes more time for many short pieces.
static void gather(xz_idat *self) {
    size_t count = 0;
    while (count < self->piece && !self->is_last && !self->broken) {
        size_t part = self->piece - count;
        if (part > self->left) part = self->left;
        if (part) {
            size_t got = xz_source_read(self->source, self->deflated + count, part);
            self->crc = crc32_gzip_refl(self->crc, self->deflated + count, got);
            self->left -= (uint32_t)got;
            count += got;
            if (got < part) self->broken = xz_source_failure(self->source);
        } else {
            next_chunk(self);
        }
    }
    self->state.next_in = self->deflated;
    self->state.avail_in = (uint32_t)count;
    if (self->piece < largest_piece) self->piece *= 2;
}

static const char *words(int error) {
    switch (error) {
    case ISAL_INVALID_BLOCK: return "IDAT: invalid block";
    case ISAL_INVALID_SYMBOL: return "IDAT: invalid code";
    case ISAL_INVALID_LOOKBACK: return "IDAT: invalid distance too far back";
    case ISAL_INCORRECT_CHECKSUM: return "IDAT: incorrect data check";
    default: return "IDAT: incorrect header check";
    }
}

// The bytes made of what is there, `space` at most, which is at least 1. Where there are none, no more come.
static size_t inflate(xz_idat *self, uint8_t *out, size_t space) {
    struct inflate_state *state = &self->state;
    int idle = 0;
    while (!self->is_inflated) {
        if (state->avail_in == 0) {
            skip_others(self);
            gather(self);
        }
        uint32_t before = state->avail_in;
        state->next_out = out;
        state->avail_out = (uint32_t)space;
        int result = isal_inflate(state);
        size_t count = space - state->avail_out;
        self->is_inflated = result != ISAL_DECOMP_OK || state->block_state == ISAL_BLOCK_FINISH;
        if (result != ISAL_DECOMP_OK) self->wrong = words(result);
        if (count) return count;
        // The first such call may still have used bits that it kept.
        idle = state->avail_in == before ? idle + 1 : 0;
        if (idle == 2) self->is_inflated = 1;
    }
    // What was right before the error.
    size_t rest = (size_t)(state->tmp_out_valid - state->tmp_out_processed);
    if (rest > space) rest = space;
    memcpy(out, state->tmp_out_buffer + state->tmp_out_processed, rest);
    state->tmp_out_processed += (int)rest;
    return rest;
}

// Makes the next bytes, at most `space`, in the ring. Where there are none, all are made that can be.
static size_t produce(xz_idat *self, size_t space) {
    size_t place = self->made % ring_size;
    if (space > ring_size - place) space = ring_size - place;
    if (space > self->piece) space = self->piece;
    if (space > self->wanted - self->made) space = self->wanted - self->made;
    size_t count = space ? inflate(self, self->ring + place, space) : 0;
    self->made += count;
    return count;
}

static void *run(void *context) {
    xz_idat *self = context;
    size_t count = 0;
    do {
        pthread_mutex_lock(&self->lock);
        self->head += count;
        if (count) pthread_cond_signal(&self->more);
        // Many short pieces would take more time.
        while (ring_size - (self->head - self->tail) < largest_piece / 2 && !self->is_left)
            pthread_cond_wait(&self->space, &self->lock);
        size_t space = self->is_left ? 0 : (size_t)(ring_size - (self->head - self->tail));
        pthread_mutex_unlock(&self->lock);
        count = space ? produce(self, space) : 0;
    } while (count);
    pthread_mutex_lock(&self->lock);
    self->is_done = 1;
    pthread_cond_signal(&self->more);
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

static void start_thread(xz_idat *self) {
    enum { stack = 1 << 18 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, stack);
    self->has_thread = pthread_create(&self->thread, &attributes, run, self) == 0;
    pthread_attr_destroy(&attributes);
}

xz_idat *xz_idat_create(xz_source *source, const uint8_t header[8], int is_raw, uint64_t wanted) {
    xz_idat *self = malloc(sizeof *self + (wanted < ring_size ? wanted : ring_size));
    if (!self) return NULL;
    memset(self, 0, offsetof(xz_idat, state));
    self->source = source;
    self->wanted = wanted;
    memcpy(self->header, header, 8);
    self->left = xz_word(header);
    self->crc = crc32_gzip_refl(0, header + 4, 4);
    self->piece = first_piece;
    self->deflated = malloc(largest_piece);
    isal_inflate_init(&self->state);
    self->state.crc_flag = is_raw ? ISAL_DEFLATE : ISAL_ZLIB;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->more, NULL);
    pthread_cond_init(&self->space, NULL);
    if (!self->deflated) { xz_idat_destroy(self); return NULL; }
    if (wanted >= thread_worth) start_thread(self);
    return self;
}

// Gives back what was taken, and waits for more.
static void look(xz_idat *self) {
    if (!self->has_thread) {
        self->seen += produce(self, ring_size);
        return;
    }
    pthread_mutex_lock(&self->lock);
    self->tail = self->taken;
    pthread_cond_signal(&self->space);
    while (self->head == self->taken && !self->is_done) pthread_cond_wait(&self->more, &self->lock);
    self->seen = self->head;
    pthread_mutex_unlock(&self->lock);
}

static void give_back(xz_idat *self) {
    pthread_mutex_lock(&self->lock);
    self->tail = self->taken;
    pthread_cond_signal(&self->space);
    pthread_mutex_unlock(&self->lock);
}

int xz_idat_read(xz_idat *self, uint8_t *bytes, size_t count) {
    while (count) {
        if (self->seen == self->taken) look(self);
        size_t place = self->taken % ring_size, part = (size_t)(self->seen - self->taken);
        if (part == 0) {
            self->failure = self->wrong ? self->wrong : self->broken ? self->broken : "Not enough image data";
            return -1;
        }
        if (part > count) part = count;
        if (part > ring_size - place) part = ring_size - place;
        memcpy(bytes, self->ring + place, part);
        bytes += part;
        count -= part;
        self->taken += part;
        if (self->has_thread && self->taken - self->tail >= largest_piece / 2) give_back(self);
    }
    return 0;
}

static void join(xz_idat *self) {
    if (!self->has_thread) return;
    pthread_mutex_lock(&self->lock);
    self->is_left = 1;
    pthread_cond_signal(&self->space);
    pthread_mutex_unlock(&self->lock);
    pthread_join(self->thread, NULL);
    self->has_thread = 0;
}

int xz_idat_finish(xz_idat *self, uint8_t header[8]) {
    join(self);
    // The checksum of all bytes is behind the last of them, and not looked at where there are more than are wanted.
    uint8_t more[1];
    inflate(self, more, sizeof more);
    while (!self->is_last && !self->broken) gather(self);
    self->failure = self->broken ? self->broken : self->wrong;
    if (self->failure) return -1;
    memcpy(header, self->header, 8);
    return 0;
}

const char *xz_idat_failure(const xz_idat *self) {
    return self->failure;
}

const char *xz_png_inflater_version(void) {
#define TEXT(number) #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
    return VERSION(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
}

void xz_idat_destroy(xz_idat *self) {
    if (!self) return;
    join(self);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->more);
    pthread_cond_destroy(&self->space);
    free(self->deflated);
    free(self);
}
