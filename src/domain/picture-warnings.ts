import type { Image } from './plan/image.ts'
import { OWN_LIMITS } from './limits/own-limits.ts'
import { isPictureDamaged } from './plan/is-picture-damaged.ts'
import type { MetadataKind } from './picture/exif-facts.ts'
import { readPictureShape } from './picture-shape.ts'

/** Warnings for the approver of a picture: what was removed from it, and what does not bear out the type that its first bytes declare. */
export const pictureWarnings = (image: Pick<Image, 'contentType' | 'bytes'>, removed: readonly MetadataKind[] = []): string[] => [
  ...(removed.length === 0 ? [] : [`The picture said more than its pixels, which was removed before it was kept: ${removed.join(', ')}.`]),
  ...shapeWarnings(image),
]

function shapeWarnings({ contentType, bytes }: Pick<Image, 'contentType' | 'bytes'>): string[] {
  const shape = readPictureShape(contentType, bytes)
  if (!shape) return [`The picture begins as ${contentType} and has no readable size: it may be none, and be shown nowhere.`]
  const { widthPx, heightPx, animated, complete } = shape
  const size = `${widthPx} x ${heightPx} pixels`
  const { imageSidePxMin: min, imageSidePxMax: max } = OWN_LIMITS
  return [
    ...(complete ? [] : ['The picture is cut off: its end is missing.']),
    ...(isPictureDamaged(contentType, bytes) ? ['The picture is damaged, and does not decode: many places show nothing of it.'] : []),
    ...(Math.min(widthPx, heightPx) < min ? [`The picture is small, ${size}: logos want ${min} x ${min} at least.`] : []),
    ...(Math.max(widthPx, heightPx) > max ? [`The picture is very large, ${size}: many places show none above ${max} x ${max}.`] : []),
    ...(widthPx === heightPx ? [] : [`The picture is not square, ${size}: most places cut its longer side.`]),
    ...(animated ? ['The picture is animated: most places show its first frame alone.'] : []),
  ]
}
