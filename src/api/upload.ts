import { REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import type { RawReply } from './error-of-reply.ts';
import { ApiError, UNREACHABLE } from './errors.ts';
import type { RequestParts } from './request-of.ts';

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface UploadOptions {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: UploadProgress) => void;
}

/**
 * Sends a form and reports progress. Uses XMLHttpRequest, because fetch counts sent bytes of streamed bodies only, and
 * browsers stream those over HTTP/2 only.
 *
 * @throws {ApiError} `offline` when no answer came or `signal` fired.
 */
export function upload({ method, url, headers, body }: RequestParts, options: UploadOptions): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    request.upload.onprogress = ({ loaded, total }) => options.onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    const requestId = headers[REQUEST_ID_HEADER];
    request.onerror = () => reject(new ApiError('offline', { code: 'unreachable', message: UNREACHABLE, requestId }));
    request.onabort = () => reject(new ApiError('offline', { code: 'aborted', message: UNREACHABLE }));

    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (options.signal?.aborted) request.abort();
    request.send(body);
  });
}
