type Fields = Record<string, string | number | boolean>;

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

/** An element with a child per field, and after those the elements already made. */
export function xmlElement(name: string, fields: Fields, children: readonly string[] = []): string {
  const ofFields = Object.entries(fields).map(([field, value]) => `<${field}>${escapeXml(String(value))}</${field}>`);
  return `<${name}>${ofFields.join("")}${children.join("")}</${name}>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

const escapeXml = (text: string) => text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);

const ERRORS = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header is malformed."],
  AuthorizationQueryParametersError: [400, "The authorization query parameters are malformed."],
  BadDigest: [400, "The checksum you specified did not match what we received."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed size"],
  IncompleteBody: [400, "You did not provide the number of bytes specified by the Content-Length HTTP header"],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The AWS Access Key Id you provided does not exist in our records."],
  InvalidArgument: [400, "Invalid Argument"],
  InvalidRequest: [400, "Invalid Request"],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, "Your key is too long"],
  MalformedTrailerError: [400, "The request contained trailing data that was not well-formed."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist"],
  NoSuchKey: [404, "The specified key does not exist."],
  NotImplemented: [501, "A header or parameter you provided implies functionality that is not implemented"],
  PreconditionFailed: [412, "At least one of the pre-conditions you specified did not hold"],
  RequestTimeTooSkewed: [403, "The difference between the request time and the current time is too large."],
  SignatureDoesNotMatch: [
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  ],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const satisfies Record<string, readonly [number, string]>;

export type S3ErrorCode = keyof typeof ERRORS;

export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly details: Record<string, string | number>;

  constructor(code: S3ErrorCode, details: Record<string, string | number> = {}, message: string = ERRORS[code][1]) {
    super(message);
    this.code = code;
    this.status = ERRORS[code][0];
    this.details = details;
  }

  toXml(resource: string, requestId: string): string {
    const fields = {
      Code: this.code,
      Message: this.message,
      ...this.details,
      Resource: resource,
      RequestId: requestId,
    };
    return xmlDocument(xmlElement("Error", fields));
  }
}
