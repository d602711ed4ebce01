#include "CTestSupport.h"

#include <stdio.h>
#include <webp/encode.h>

static int encode(WebPPicture *picture, const uint8_t *pixels, int channels, int quality) {
    WebPConfig config;
    if (!WebPConfigInit(&config)) return CT_ENCODE_FAILED;
    config.lossless = quality < 0;
    config.exact = 1;
    config.quality = quality < 0 ? 70 : (float)quality;
    picture->use_argb = 1;
    int stride = picture->width * channels;
    int is_taken = channels == 4 ? WebPPictureImportRGBA(picture, pixels, stride)
                                 : WebPPictureImportRGB(picture, pixels, stride);
    return is_taken && WebPEncode(&config, picture) ? CT_OK : CT_ENCODE_FAILED;
}

int ct_write_webp(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int quality) {
    if (channels != 3 && channels != 4) return CT_BAD_ARGUMENT;
    if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION || quality > 100)
        return CT_BAD_ARGUMENT;
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) return CT_ENCODE_FAILED;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.width = (int)width;
    picture.height = (int)height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    int code = encode(&picture, pixels, channels, quality);
    WebPPictureFree(&picture);
    FILE *file = code == CT_OK ? fopen(path, "wbe") : NULL;
    if (code == CT_OK && !file) code = CT_OPEN_FAILED;
    if (file && fwrite(writer.mem, 1, writer.size, file) != writer.size) code = CT_ENCODE_FAILED;
    if (file && fclose(file) != 0) code = CT_ENCODE_FAILED;
    WebPMemoryWriterClear(&writer);
    return code;
}
