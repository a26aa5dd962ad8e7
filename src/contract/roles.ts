export const ROLES = ["user", "account_manager", "company_admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who may call a route. The workspace (main) and the admin panel have separate sessions. */
export type Access =
  | { readonly side: "public" }
  | { readonly side: "main"; readonly roles: readonly Role[] }
  | { readonly side: "admin" };

export const anyone = { side: "public" } as const satisfies Access;
export const everyRole = { side: "main", roles: ROLES } as const satisfies Access;
export const management = { side: "main", roles: ["user", "company_admin", "super_admin"] } as const satisfies Access;
export const companyAdministration = {
  side: "main",
  roles: ["company_admin", "super_admin"],
} as const satisfies Access;
export const platformAdministration = { side: "admin" } as const satisfies Access;
