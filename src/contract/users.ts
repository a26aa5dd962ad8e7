import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import { colleagueChange, newColleague, newUser, role, userChange } from "./forms.ts";
import { listPageParams } from "./paging.ts";
import { companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** A user in the admin panel. */
export const adminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  role,
  isActive: z.boolean(),
  twoStepEnabled: z.boolean(),
  lastSignInAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type UserInAdminPanel = z.infer<typeof adminUser>;

/** A user on the company page. */
export const colleague = z.object({
  id: z.string(),
  email: z.string().nullable(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role,
  isActive: z.boolean(),
  profileImageUrl: z.string().nullable(),
  companyId: z.string().nullable(),
  /** When the latest invitation was sent; null once the user has signed in. */
  invitedAt: z.iso.datetime().nullable(),
});
export type CompanyUser = z.infer<typeof colleague>;

const id = z.object({ id: rowId });
const message = z.object({ message: z.string() });

export const usersRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/admin/api/users",
    summary: "All users",
    access: platformAdministration,
    query: z.object(listPageParams),
    response: z.array(adminUser),
  },
  create: {
    method: "POST",
    path: "/admin/api/users",
    summary: "Add a user",
    access: platformAdministration,
    body: newUser,
    response: adminUser,
    status: 201,
  },
  update: {
    method: "PATCH",
    path: "/admin/api/users/{id}",
    summary: "Change a user",
    access: platformAdministration,
    params: id,
    body: userChange,
    response: adminUser,
  },
  remove: {
    method: "DELETE",
    path: "/admin/api/users/{id}",
    summary: "Delete a user permanently",
    access: platformAdministration,
    params: id,
    response: message,
  },
  invite: {
    method: "POST",
    path: "/admin/api/users/{id}/invitation",
    summary: "Send a user a link to set a password",
    access: platformAdministration,
    params: id,
    response: message,
  },
  endSessions: {
    method: "DELETE",
    path: "/admin/api/users/{id}/sessions",
    summary: "End all sessions of a user",
    access: platformAdministration,
    params: id,
    response: message,
  },
  endColleagueSessions: {
    method: "DELETE",
    path: "/api/users/{id}/sessions",
    summary: "End all sessions of a user of the user's company",
    access: companyAdministration,
    params: id,
    response: message,
  },
  colleagues: {
    method: "GET",
    path: "/api/users",
    summary: "The users of the user's company",
    access: everyRole,
    query: z.object({ companyId: z.string().max(100).optional(), ...listPageParams }),
    response: z.array(colleague),
  },
  updateColleague: {
    method: "PATCH",
    path: "/api/users/{id}",
    summary: "Change a user of the user's company",
    access: companyAdministration,
    params: id,
    body: colleagueChange,
    response: colleague,
  },
  inviteColleague: {
    method: "POST",
    path: "/api/users/invitations",
    summary: "Invite somebody by mail to the user's company",
    access: companyAdministration,
    body: newColleague,
    response: colleague,
    status: 201,
  },
  resendInvitation: {
    method: "POST",
    path: "/api/users/{id}/invitation",
    summary: "Send an open invitation again; the link of the previous mail ends",
    access: companyAdministration,
    params: id,
    response: colleague,
  },
  withdrawInvitation: {
    method: "DELETE",
    path: "/api/users/{id}/invitation",
    summary: "Withdraw an open invitation and delete the account that nobody has used",
    access: companyAdministration,
    params: id,
    response: message,
  },
});
