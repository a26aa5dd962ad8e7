export const ROLES = ["user", "account_manager", "company_admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who may call a route. The workspace (main) and the admin panel have separate sessions. */
export type Access =
  | { readonly session: "none" }
  | {
      readonly session: "main";
      readonly roles: readonly Role[];
      /**
       * The route concerns the user's own account or screen only, so a platform admin without a company may write to it
       * too, and an API key may not call it.
       */
      readonly ownAccount?: true;
    }
  | { readonly session: "admin" };

export const anyone = { session: "none" } as const satisfies Access;
export const everyRole = { session: "main", roles: ROLES } as const satisfies Access;
export const ownAccount = { session: "main", roles: ROLES, ownAccount: true } as const satisfies Access;
export const management = {
  session: "main",
  roles: ["user", "company_admin", "super_admin"],
} as const satisfies Access;
export const companyAdministration = {
  session: "main",
  roles: ["company_admin", "super_admin"],
} as const satisfies Access;
/** Who may open the admin panel: only this role gets a session of it. */
export const ADMIN_PANEL_ROLE: Role = "super_admin";
export const platformAdministration = { session: "admin" } as const satisfies Access;

/** An API key has the rights of this role, so it never administers a company. */
export const API_KEY_ROLE: Role = "user";

/** Whether API keys may call a route; one with scope `read` only if its method is GET. */
export const isOpenToApiKeys = (access: Access): boolean =>
  access.session === "main" && !access.ownAccount && access.roles.includes(API_KEY_ROLE);
