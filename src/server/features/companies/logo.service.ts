import { randomBytes } from "node:crypto";
import { logoRoutes } from "#contract/companies.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { NO_COMPANY, type Scope, transaction } from "#platform/database/scope.ts";
import { readImage } from "#platform/images/images.ts";
import { withoutMetadata } from "#platform/images/picture-metadata.ts";
import { sanitizeSvgInWorker } from "#platform/images/svg.ts";
import type { Platform } from "#platform/platform.ts";
import { throwStorageUnavailable } from "#platform/storage/storage.ts";
import { signUploadToken, type UploadTokenStatus, verifyUploadToken } from "#platform/upload-token.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { logoFolder } from "./companies.policy.ts";
import { claimUpload, insertUpload, markLinked, releaseUpload, replaceLogo } from "./logo.queries.ts";

type LogoDeps = Pick<Platform, "database" | "clock" | "storage" | "events" | "uploadKeys" | "log">;

const UPLOAD_VALID_MS = 10 * 60_000;
const OBJECTS = "/objects/";
const UPLOADS = logoRoutes.uploadLogo.path.replace("{token}", "");

export const startUpload = async ({ clock, uploadKeys }: LogoDeps, scope: Scope): Promise<string> => {
  const { companyId } = scope;
  if (companyId === NO_COMPANY) throw notFound();
  const requestedAt = clock.now();
  const expiresAt = new Date(requestedAt.getTime() + UPLOAD_VALID_MS);
  const objectKey = logoFolder(companyId) + randomBytes(18).toString("hex");
  await insertUpload(scope, { objectKey, requestedAt, expiresAt });
  return UPLOADS + signUploadToken({ companyId, objectKey, expiresAt }, uploadKeys);
};

/** An upload URL of another company does not exist. */
const requireOwnUpload = ({ clock, uploadKeys }: LogoDeps, { companyId }: Scope, token: string) => {
  const verdict: UploadTokenStatus = verifyUploadToken(token, uploadKeys, clock.now());
  if (verdict.status === "unknown" || verdict.grant.companyId !== companyId) throw notFound();
  return { objectKey: verdict.grant.objectKey, expired: verdict.status === "expired" };
};

interface Picture {
  bytes: Uint8Array;
  contentType: string;
}

/** Decides by the content, not by the declared type. */
const readPicture = async (bytes: Uint8Array): Promise<Picture> => {
  const image = readImage(bytes);
  if (image) return { bytes: withoutMetadata(bytes, image), contentType: image.contentType };
  const drawing = await sanitizeSvgInWorker(bytes);
  if (drawing) return { bytes: drawing, contentType: "image/svg+xml" };
  throw new AppError(
    "unsupported_media_type",
    "Dit bestand is geen bruikbare PNG, JPG of SVG. Een PNG of JPG mag maximaal 4096 bij 4096 pixels zijn.",
  );
};

/** The upload URL is used up only once the file is complete and valid, so that a failed upload can be repeated. */
export const receiveUpload = async (deps: LogoDeps, scope: Scope, token: string, bytes: Uint8Array): Promise<void> => {
  const { objectKey, expired } = requireOwnUpload(deps, scope, token);
  if (expired) throw new AppError("expired", "Dit uploadadres is verlopen. Begin de upload opnieuw.");
  const picture = await readPicture(bytes);
  if (!(await claimUpload(scope, objectKey, deps.clock.now())))
    throw new AppError("conflict", "Naar dit uploadadres is al een bestand gestuurd. Begin de upload opnieuw.");
  try {
    await deps.storage.put(objectKey, picture.bytes, { contentType: picture.contentType });
  } catch (cause) {
    await releaseUpload(scope, objectKey);
    throwStorageUnavailable(cause);
  }
};

/** The host of the URL is ignored: the signature of the token proves that it is ours. */
const tokenIn = (address: string): string => {
  const path = URL.parse(address, "http://here")?.pathname ?? "";
  if (path.startsWith(UPLOADS)) return path.slice(UPLOADS.length);
  const message = "Dit is geen uploadadres van deze omgeving.";
  throw new AppError("invalid", message, { details: [{ path: "logoURL", message }] });
};

const notUploaded = () =>
  new AppError("conflict", "Upload eerst een bestand naar dit adres. Een adres kan één keer worden gebruikt.");

/** Called after the commit: until then the old logo is in use. A file that remains is deleted by deleteOrphanedLogosJob. */
const deleteReplaced = async ({ storage, log }: LogoDeps, companyId: string, logoUrl: string | null): Promise<void> => {
  const folder = OBJECTS + logoFolder(companyId);
  if (!logoUrl?.startsWith(folder)) return;
  await storage
    .delete(logoUrl.slice(OBJECTS.length))
    .catch((error: unknown) => log.warn({ err: error, companyId }, "a replaced logo could not be deleted"));
};

export const setLogo = async (
  deps: LogoDeps,
  scope: Scope,
  actor: AuditActor,
  { companyId, address }: { companyId: string; address: string },
): Promise<string> => {
  if (companyId !== scope.companyId) throw notFound();
  const { objectKey } = requireOwnUpload(deps, scope, tokenIn(address));
  const stored = await deps.storage.head(objectKey).catch(throwStorageUnavailable);
  if (!stored) throw notUploaded();
  const logoUrl = OBJECTS + objectKey;
  const replaced = await transaction({ db: deps.database.platform }, async (scope) => {
    const at = deps.clock.now();
    if (!(await markLinked(scope, companyId, objectKey, at))) throw notUploaded();
    const company = await replaceLogo(scope, companyId, logoUrl, at);
    if (!company) throw notFound();
    const subject = { type: "company", id: companyId, name: company.name };
    const change = { before: { logoUrl: company.before }, after: { logoUrl } };
    await recordChange(
      deps,
      scope,
      actor,
      { companyId, action: "company.logo_replaced", subject, ...change },
      "company",
    );
    return company.before;
  });
  await deleteReplaced(deps, companyId, replaced);
  return logoUrl;
};
