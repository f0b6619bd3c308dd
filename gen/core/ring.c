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

/* A chunk reaches the device `after` steps behind the one that it began on: with a share more in
 * each step, and complete where it had gone all the way round; then the complete ones come. */
int64_t ring_held(int64_t devices, int64_t device, int64_t chunk, int64_t step) {
    int64_t after = (device - chunk + devices) % devices, gathered = step - (devices - 1);
    if (after < gathered)
        return devices;
    return after <= step ? after + 1 : 1;
}
