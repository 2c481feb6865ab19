import type { FieldError } from '../../domain/errors/field-error.ts'
import { crewProblems } from '../../domain/crew/crew.ts'
import { AppError, withMoreFields } from '../../domain/errors.ts'
import { type LaunchRequest, type PlanRequest, requestOfLaunch } from '../../domain/plan/launch-request.ts'
import { type ImageSource, imageOfText } from './load-image.ts'

/** The fields of the picture that are wrong as they were sent; a picture that would have to be fetched has none yet. */
export function pictureProblems({ imageUrl, imageBase64, imageContentType }: ImageSource): readonly FieldError[] {
  if (imageUrl !== undefined) return []
  if (imageBase64 === undefined) return [{ path: '/imageUrl', message: 'or imageBase64 is required' }]
  try {
    imageOfText(imageBase64, imageContentType ?? null)
    return []
  } catch (error) {
    if (error instanceof AppError) return error.fields
    throw error
  }
}

/**
 * The request that a launch body makes. A refusal names the wrong fields of its crew too, and of its picture where one is needed, so
 * that a caller corrects all of them at once.
 */
export function readLaunchRequest(
  body: LaunchRequest,
  defaults: Parameters<typeof requestOfLaunch>[1],
  { picture }: { readonly picture: boolean },
): PlanRequest {
  try {
    return requestOfLaunch(body, defaults)
  } catch (error) {
    throw withMoreFields(error, [...crewProblems(body.crew ?? []), ...(picture ? pictureProblems(body) : [])])
  }
}
