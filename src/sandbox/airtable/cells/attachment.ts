import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { badValue, unprocessable } from "../airtable-error.ts";
import { newId } from "../model/ids.ts";
import type { Attachment, Field } from "../model/table.ts";

const TYPES: Record<string, string> = {
  csv: "text/csv",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
};

/** Clients send attachments as URLs. */
export function readAttachments(field: Field, input: unknown): Attachment[] {
  if (!Array.isArray(input)) throw badValue(`Field "${field.name}" cannot accept the provided value`);
  return input.map((item: unknown) => readAttachment(item));
}

function readAttachment(item: unknown): Attachment {
  const { url, filename } = (typeof item === "object" && item !== null ? item : {}) as Record<string, unknown>;
  const isUrl = typeof url === "string" && /^(https?:|data:)/.test(url);
  if (!isUrl) {
    throw unprocessable("INVALID_ATTACHMENT_OBJECT", "Invalid attachment object for field: url is missing or invalid");
  }
  const name = typeof filename === "string" ? filename : nameFrom(url);
  const content = contentOf(url);
  return {
    id: newId("att"),
    filename: name,
    type: content?.type ?? TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream",
    size: content?.bytes.length ?? 0,
    source: url,
  };
}

const nameFrom = (url: string) =>
  url.startsWith("data:") ? "bestand" : (url.split(/[?#]/)[0]?.split("/").at(-1) ?? "");

/** Decodes a `data:` URL. The sandbox fetches no other URLs. */
export function contentOf(source: string): { type: string; bytes: Buffer } | null {
  const match = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=-]+)*?(;base64)?,(.*)$/s.exec(source);
  if (!match) return null;
  const [, type = "text/plain", base64, data = ""] = match;
  return { type, bytes: base64 ? Buffer.from(data, "base64") : Buffer.from(decodeURIComponent(data)) };
}

const URL_LIFETIME_MS = 2 * 3_600_000;
const SECRET = randomBytes(32);

/** Attachment URLs expire after two hours. */
export function signedAttachmentUrl(origin: string, id: string, filename: string, now: number): string {
  const expires = now + URL_LIFETIME_MS;
  return `${origin}/airtable-attachments/${expires}/${urlSignature(id, expires)}/${id}/${encodeURIComponent(filename)}`;
}

export function isValidAttachmentUrl(id: string, expires: number, signature: string, now: number): boolean {
  const expected = urlSignature(id, expires);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return false;
  return expires > now;
}

const urlSignature = (id: string, expires: number) =>
  createHmac("sha256", SECRET).update(`${id}/${expires}`).digest("base64url");
