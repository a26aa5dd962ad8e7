import AwsS3, { type AwsS3UploadParameters } from "@uppy/aws-s3";
import { requestUploadAddress } from "./logo-upload.api.ts";
import { fromAsking, fromSending } from "./upload-failure.ts";

export const RETRY_DELAYS = [0, 1000, 3000, 5000];

type Sending = Parameters<typeof AwsS3.uploadPartBytes>[0];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const askAddress = async (type: string, signal?: AbortSignal): Promise<AwsS3UploadParameters> => {
  try {
    return { method: "PUT", url: await requestUploadAddress(signal), headers: { "content-type": type } };
  } catch (error) {
    throw signal?.aborted ? error : fromAsking(error);
  }
};

/**
 * The file in one request. The widget itself tries again only what it sends in parts. Each try goes to an address of its
 * own: the one before may have been used up by a file whose answer was lost.
 */
export const sendFile = async (
  sending: Sending,
  type: string,
  delays: readonly number[] = RETRY_DELAYS,
): Promise<{ ETag: string; location: string }> => {
  const { signal, signature } = sending;
  try {
    const { ETag } = await AwsS3.uploadPartBytes(sending);
    return { ETag, location: signature.url };
  } catch (error) {
    const [delay, ...later] = delays;
    const failure = fromSending(error);
    if (signal?.aborted || !failure.passing || delay === undefined) throw failure;
    await pause(delay);
    signal?.throwIfAborted();
    return sendFile({ ...sending, signature: await askAddress(type, signal) }, type, later);
  }
};
