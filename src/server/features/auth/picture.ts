import { randomBytes } from "node:crypto";
import type { SessionUser } from "#contract/auth.ts";
import { AppError } from "#platform/app-error.ts";
import { transaction } from "#platform/database/scope.ts";
import { readImage } from "#platform/images.ts";
import type { Platform } from "#platform/platform.ts";
import type { SessionPerson, Visitor } from "#platform/sessions.ts";
import { type Storage, storageAway } from "#platform/storage.ts";
import { toSessionUser } from "./auth.policy.ts";
import { updatePicture } from "./auth.queries.ts";
import { recordOwn } from "./own-audit.ts";

type Needs = Pick<Platform, "database" | "clock" | "storage" | "log">;

const OBJECTS = "/objects/";

export const deletePicture = async (storage: Storage, url: string | null): Promise<void> => {
  if (url?.startsWith(OBJECTS)) await storage.delete(url.slice(OBJECTS.length));
};

const storePicture = async (
  { database, clock, storage, log }: Needs,
  user: SessionPerson,
  url: string | null,
  visitor: Visitor,
) => {
  const at = clock.now();
  const old = await transaction({ db: database.platform }, async (scope) => {
    const replaced = await updatePicture(scope, user.id, url, at);
    await recordOwn(scope, user, visitor, at, { action: url ? "picture.replaced" : "picture.removed" });
    return replaced;
  });
  // The new one is kept already: an old one that stays behind is no reason to say otherwise.
  await deletePicture(storage, old).catch((error: unknown) =>
    log.warn({ err: error, userId: user.id }, "a replaced picture could not be deleted"),
  );
  return toSessionUser({ ...user, profileImageUrl: url });
};

export const replacePicture = async (
  platform: Needs,
  user: SessionPerson,
  bytes: Uint8Array,
  visitor: Visitor,
): Promise<SessionUser> => {
  const image = readImage(bytes);
  if (!image)
    throw new AppError("unsupported_media_type", "Kies een PNG- of JPEG-afbeelding van maximaal 4096 bij 4096 pixels.");
  const key = `pictures/${randomBytes(18).toString("hex")}.${image.extension}`;
  await platform.storage.put(key, bytes, { contentType: image.contentType }).catch(storageAway);
  return storePicture(platform, user, `${OBJECTS}${key}`, visitor);
};

export const removePicture = (platform: Needs, user: SessionPerson, visitor: Visitor): Promise<SessionUser> =>
  storePicture(platform, user, null, visitor);
