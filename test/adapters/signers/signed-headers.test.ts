import { expect, test } from 'bun:test'
import { signedHeaders } from '../../../src/adapters/signers/signed-headers.ts'
import { Secret } from '../../../src/lib/secret.ts'

const call = {
  url: new URL('https://kms.eu-west-1.amazonaws.com/'),
  region: 'eu-west-1',
  service: 'kms',
  target: 'TrentService.Sign',
  body: '{"KeyId":"arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab","Message":"AQID"}',
}
const secretAccessKey = new Secret('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY')

// What botocore 1.44.8 writes for the same call.
test.each([
  [null, 'content-type;host;x-amz-date;x-amz-target', 'b9c1d57c255c9a6e3588ed5c1320748dc1d262317ca37a15d4515ecf184ded00'],
  [
    new Secret('a session token'),
    'content-type;host;x-amz-date;x-amz-security-token;x-amz-target',
    'da2dca52ed49e2b794d0a2b9c6830accefb96255e1dade7ba31b246e36c42722',
  ],
])('decision "Signers": a request is signed as AWS’s own client signs it', (sessionToken, names, signature) => {
  const headers = signedHeaders(call, { accessKeyId: 'AKIDEXAMPLE', secretAccessKey, sessionToken }, Date.UTC(2026, 10, 28, 1, 2, 3))
  const scope = 'AKIDEXAMPLE/20261128/eu-west-1/kms/aws4_request'
  expect(headers.authorization).toBe(`AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`)
  expect(headers['x-amz-date']).toBe('20261128T010203Z')
})
