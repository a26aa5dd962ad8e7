import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import {
  credentials,
  emailLinkSchema,
  forgotPasswordFormSchema,
  passwordFormSchema,
  profileFormSchema,
  resetPasswordFormSchema,
  role,
} from "./forms.ts";
import { anyone, ownAccount, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;

export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role,
  companyId: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const invitation = z.object({ inviter: z.string(), companyName: z.string().nullable(), username: z.string() });
export type Invitation = z.infer<typeof invitation>;

/** The secret for an authenticator app, shown once: as text and as the content of a QR code. */
export const twoStepSecret = z.object({ secret: z.string(), otpauthUri: z.string() });
export type TwoStepSecret = z.infer<typeof twoStepSecret>;

/**
 * The password was right and a code is needed. The challenge is not a session: it is only valid for the second step.
 * With `setUp`, two-step sign-in is required but not set up yet: the code confirms the new secret.
 */
export const secondStep = z.object({
  twoStep: z.literal(true),
  challenge: z.string(),
  setUp: twoStepSecret.optional(),
});
export type SecondStep = z.infer<typeof secondStep>;

export const activeSession = z.object({
  id: z.string(),
  sessionKind: z.enum(["main", "admin"]),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
});
export type ActiveSession = z.infer<typeof activeSession>;

const message = z.object({ message: z.string() });

export const authRoutes = defineRoutes({
  login: {
    method: "POST",
    path: "/api/login",
    summary: "Sign in to the workspace; with two-step sign-in the response asks for a code",
    access: anyone,
    body: credentials,
    response: z.union([sessionUser, secondStep]),
  },
  logout: { method: "POST", path: "/api/logout", summary: "Sign out", access: anyone, response: message },
  currentUser: {
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in user",
    access: ownAccount,
    response: sessionUser,
  },
  currentCompany: {
    method: "GET",
    path: "/api/auth/company",
    summary: "Name and logo of the signed-in user's company, and whether it synchronises with Airtable",
    access: ownAccount,
    response: z.object({ name: z.string().nullable(), logoUrl: z.string().nullable(), syncsWithAirtable: z.boolean() }),
  },
  forgotPassword: {
    method: "POST",
    path: "/api/forgot-password",
    summary: "Request a password reset link",
    access: anyone,
    body: forgotPasswordFormSchema,
    response: message,
  },
  resetPassword: {
    method: "POST",
    path: "/api/reset-password",
    summary: "Set a new password with a reset link",
    access: anyone,
    body: resetPasswordFormSchema,
    response: message,
  },
  readInvitation: {
    method: "POST",
    path: "/api/reset-password/invitation",
    summary: "The inviter and company of an invitation link; null for any other link that sets a password",
    access: anyone,
    body: emailLinkSchema,
    response: z.object({ invitation: invitation.nullable() }),
  },
  confirmEmail: {
    method: "POST",
    path: "/api/confirm-email",
    summary: "Confirm a new e-mail address: the address that received the link becomes the user's",
    access: anyone,
    body: emailLinkSchema,
    response: message,
  },
  updateProfile: {
    method: "PATCH",
    path: "/api/profile",
    summary: "Change the user's own name, and request a new e-mail address, which takes effect when its link is opened",
    access: ownAccount,
    body: profileFormSchema,
    response: sessionUser,
  },
  changePassword: {
    method: "POST",
    path: "/api/profile/password",
    summary: "Change the user's own password; ends all other sessions",
    access: ownAccount,
    body: passwordFormSchema,
    response: message,
  },
  putPicture: {
    method: "PUT",
    path: "/api/profile/picture",
    summary: "Replace the user's own profile picture (PNG or JPEG)",
    access: ownAccount,
    body: "bytes",
    bodyLimit: PICTURE_MAX_BYTES,
    response: sessionUser,
  },
  deletePicture: {
    method: "DELETE",
    path: "/api/profile/picture",
    summary: "Remove the user's own profile picture",
    access: ownAccount,
    response: sessionUser,
  },
  listSessions: {
    method: "GET",
    path: "/api/profile/sessions",
    summary: "The user's own active sessions",
    access: ownAccount,
    response: z.array(activeSession),
  },
  endSession: {
    method: "DELETE",
    path: "/api/profile/sessions/{id}",
    summary: "End one of the user's own sessions",
    access: ownAccount,
    params: z.object({ id: rowId }),
    response: message,
  },
  endSessions: {
    method: "DELETE",
    path: "/api/profile/sessions",
    summary: "Sign out everywhere",
    access: ownAccount,
    response: message,
  },
  adminLogin: {
    method: "POST",
    path: "/admin/api/login",
    summary: "Sign in to the admin panel; with two-step sign-in the response asks for a code",
    access: anyone,
    body: credentials,
    response: z.union([sessionUser, secondStep]),
  },
  adminLogout: {
    method: "POST",
    path: "/admin/api/logout",
    summary: "Sign out of the admin panel",
    access: anyone,
    response: message,
  },
  adminUser: {
    method: "GET",
    path: "/admin/api/user",
    summary: "The signed-in platform admin",
    access: platformAdministration,
    response: sessionUser,
  },
  adminForgotPassword: {
    method: "POST",
    path: "/admin/api/forgot-password",
    summary: "Request a password reset link as a platform admin",
    access: anyone,
    body: forgotPasswordFormSchema,
    response: message,
  },
  adminResetPassword: {
    method: "POST",
    path: "/admin/api/reset-password",
    summary: "Set a new password with an admin reset link",
    access: anyone,
    body: resetPasswordFormSchema,
    response: message,
  },
});
