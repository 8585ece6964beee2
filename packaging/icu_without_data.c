/* In a bundle: the library of ICU's data, 31 MB, without them. Qt links to it; what it asks ICU for is how people sort
 * names and the encodings of old mails, and Fermata sorts and reads with Python. An empty table of contents is what
 * ICU itself links while it is built (stubdata.cpp); whoever asks finds nothing, and Qt then does it by itself.
 * -DENTRY=icudt73_dat names the release. */
#include <stdint.h>

__attribute__((visibility("default"), aligned(16))) const struct {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset, char_size, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4];
    uint8_t padding[8];
    uint32_t count, reserved_count;
    int32_t names[4];
} ENTRY = {32, {0xda, 0x27}, 20, 0, 0, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1, 0, 0, 0}, {0}, {0}, 0, 0, {0}};
