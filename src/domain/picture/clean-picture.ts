import type { ImageType } from '../plan/image.ts'
import { cleanGif } from './clean-gif.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { cleanWebp } from './clean-webp.ts'
import type { Cleaned } from './exif-facts.ts'

/**
 * The picture without what it says besides its pixels; they, its colours and its orientation are as before. The same bytes always give
 * the same, and a clean picture is given back as it is. Nothing is decoded.
 *
 * @throws AppError image_invalid for one of too many parts
 */
export const cleanPicture = (type: ImageType, bytes: Uint8Array): Cleaned => CLEANERS[type](bytes)

const CLEANERS: Readonly<Record<ImageType, (bytes: Uint8Array) => Cleaned>> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
}
