import { AppError } from '../../domain/errors.ts'
import { Secret } from '../../lib/secret.ts'

/** The launcher secret of the x-launcher-key header, wrapped on first read; null when it was not sent. */
export function launcherSecretOf(request: Request): Secret<string> | null {
  const text = request.headers.get('x-launcher-key')
  return text === null || text.trim() === '' ? null : new Secret(text.trim())
}

/** The launcher secret. */
export function requiredLauncherSecret(request: Request): Secret<string> {
  const secret = launcherSecretOf(request)
  if (!secret) throw new AppError('launcher_secret_required')
  return secret
}
