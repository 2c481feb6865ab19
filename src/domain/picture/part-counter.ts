import { AppError } from '../errors.ts'

/** A picture of 5 MB in pixel chunks of 256 bytes has as many; each costs some microseconds. */
const PARTS_MAX = 20_000

/** Counts the parts that one picture is made of. The function that is returned is called for each. */
export function partCounter(): () => void {
  let parts = 0
  const reason = `it is made of more than ${PARTS_MAX} parts`
  return () => {
    parts += 1
    if (parts > PARTS_MAX) throw new AppError('image_invalid', { reason }, { fields: [{ path: '/image', message: reason }] })
  }
}
