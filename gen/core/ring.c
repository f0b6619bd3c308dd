#include "core/ring.h"

int64_t ring_steps(int64_t devices) {
    return devices > 1 ? 2 * (devices - 1) : 0;
}

/* In each step a device hands on the chunk that it got in the step before; having added its own
 * share as long as some are missing. */
struct ring_send ring_send_of(int64_t devices, int64_t device, int64_t step) {
    int64_t chunk = (device - step) % devices;
    return (struct ring_send){
        .chunk = chunk < 0 ? chunk + devices : chunk,
        .summands = step + 1 < devices ? step + 1 : devices,
    };
}
