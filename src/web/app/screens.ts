type LoadModule = () => Promise<Record<string, unknown>>;

/** A lazily loaded module: the build finds its scripts by `file`, the browser fetches it by `load`. */
type LazyComponent = { file: string; component: string; load: LoadModule };

/** A guard decides by the session whether a screen is shown, and renders the layout around it. */
export const GUARDS = {
  workspace: {
    file: "app/guards/workspace-guard.tsx",
    component: "WorkspaceGuard",
    load: () => import("./guards/workspace-guard.tsx"),
  },
  "sign-in": {
    file: "app/guards/sign-in-guard.tsx",
    component: "SignInGuard",
    load: () => import("./guards/sign-in-guard.tsx"),
  },
  admin: {
    file: "app/guards/admin-guard.tsx",
    component: "AdminGuard",
    load: () => import("./guards/admin-guard.tsx"),
  },
} as const satisfies Record<string, LazyComponent>;

export type GuardName = keyof typeof GUARDS;

export type Screen = LazyComponent & {
  path: string;
  /** Without a guard the screen is public. */
  guard?: GuardName;
  /**
   * For whom the build prerenders the skeleton of the screen into the HTML page (docs/web-speed.md). A screen that depends on the
   * role or the date, which the build does not know, has an outline (build/render-skeletons.tsx).
   */
  skeleton?: "member" | "visitor" | "outline";
};

/**
 * All screens. The router, the prerendered skeletons, the preloaded scripts of each page and the size budgets are made from this
 * table.
 */
export const SCREENS = [
  {
    path: "/",
    guard: "workspace",
    skeleton: "member",
    file: "app/pages/home.page.tsx",
    component: "HomePage",
    load: () => import("./pages/home.page.tsx"),
  },
  {
    path: "/berichten",
    guard: "workspace",
    skeleton: "member",
    file: "app/pages/review.page.tsx",
    component: "FollowUpPage",
    load: () => import("./pages/review.page.tsx"),
  },
  {
    path: "/all-leads",
    guard: "workspace",
    skeleton: "member",
    file: "features/leads/all-leads.page.tsx",
    component: "AllLeadsPage",
    load: () => import("#web/features/leads/all-leads.page.tsx"),
  },
  {
    path: "/leads/$id",
    guard: "workspace",
    file: "features/leads/page/lead.page.tsx",
    component: "LeadPage",
    load: () => import("#web/features/leads/page/lead.page.tsx"),
  },
  {
    path: "/search-leads",
    guard: "workspace",
    skeleton: "member",
    file: "features/leads/search-leads.page.tsx",
    component: "SearchLeadsPage",
    load: () => import("#web/features/leads/search-leads.page.tsx"),
  },
  {
    path: "/add-leads",
    guard: "workspace",
    skeleton: "member",
    file: "features/leads/add-leads.page.tsx",
    component: "AddLeadsPage",
    load: () => import("#web/features/leads/add-leads.page.tsx"),
  },
  {
    path: "/rated-leads",
    guard: "workspace",
    skeleton: "outline",
    file: "features/leads/rated-leads.page.tsx",
    component: "RatedLeadsPage",
    load: () => import("#web/features/leads/rated-leads.page.tsx"),
  },
  {
    path: "/accepted-invitations",
    guard: "workspace",
    skeleton: "member",
    file: "features/leads/accepted-invitations.page.tsx",
    component: "AcceptedInvitationsPage",
    load: () => import("#web/features/leads/accepted-invitations.page.tsx"),
  },
  {
    path: "/invitations",
    guard: "workspace",
    file: "features/linkedin/invitations.page.tsx",
    component: "InvitationsPage",
    load: () => import("#web/features/linkedin/invitations.page.tsx"),
  },
  {
    path: "/hot-leads",
    guard: "workspace",
    skeleton: "member",
    file: "features/leads/hot-leads.page.tsx",
    component: "HotLeadsPage",
    load: () => import("#web/features/leads/hot-leads.page.tsx"),
  },
  {
    path: "/messages-queued",
    guard: "workspace",
    skeleton: "member",
    file: "features/queue/queued.page.tsx",
    component: "QueuedPage",
    load: () => import("#web/features/queue/queued.page.tsx"),
  },
  {
    path: "/planning",
    guard: "workspace",
    file: "features/senders/planning.page.tsx",
    component: "PlanningPage",
    load: () => import("#web/features/senders/planning.page.tsx"),
  },
  {
    path: "/messages-sent",
    guard: "workspace",
    skeleton: "member",
    file: "features/queue/sent.page.tsx",
    component: "SentPage",
    load: () => import("#web/features/queue/sent.page.tsx"),
  },
  {
    path: "/inbox",
    guard: "workspace",
    skeleton: "member",
    file: "features/linkedin/inbox.page.tsx",
    component: "InboxPage",
    load: () => import("#web/features/linkedin/inbox.page.tsx"),
  },
  {
    path: "/meetings",
    guard: "workspace",
    skeleton: "member",
    file: "features/meetings/meetings.page.tsx",
    component: "MeetingsPage",
    load: () => import("#web/features/meetings/meetings.page.tsx"),
  },
  {
    path: "/prompts",
    guard: "workspace",
    skeleton: "member",
    file: "features/prompts/prompts.page.tsx",
    component: "PromptsPage",
    load: () => import("#web/features/prompts/prompts.page.tsx"),
  },
  {
    path: "/acties",
    guard: "workspace",
    skeleton: "outline",
    file: "app/pages/management.page.tsx",
    component: "ManagementPage",
    load: () => import("./pages/management.page.tsx"),
  },
  {
    path: "/company-admin",
    guard: "workspace",
    skeleton: "outline",
    file: "app/pages/company-admin.page.tsx",
    component: "CompanyAdminPage",
    load: () => import("./pages/company-admin.page.tsx"),
  },
  {
    path: "/$",
    guard: "workspace",
    file: "app/pages/not-found.page.tsx",
    component: "NotFoundPage",
    load: () => import("./pages/not-found.page.tsx"),
  },
  {
    path: "/login",
    guard: "sign-in",
    skeleton: "visitor",
    file: "features/auth/login.page.tsx",
    component: "LoginPage",
    load: () => import("#web/features/auth/login.page.tsx"),
  },
  {
    path: "/login/sso",
    guard: "sign-in",
    file: "features/auth/sso/sso-sign-in.page.tsx",
    component: "SsoSignInPage",
    load: () => import("#web/features/auth/sso/sso-sign-in.page.tsx"),
  },
  // Where the identity provider of a company sends the browser back to.
  {
    path: "/login/sso/$company",
    guard: "sign-in",
    file: "features/auth/sso/sso-sign-in.page.tsx",
    component: "SsoSignInPage",
    load: () => import("#web/features/auth/sso/sso-sign-in.page.tsx"),
  },
  // Mails about a changed password or e-mail address link to it, also for whoever is signed in.
  {
    path: "/forgot-password",
    skeleton: "visitor",
    file: "features/auth/forgot-password.page.tsx",
    component: "ForgotPasswordPage",
    load: () => import("#web/features/auth/forgot-password.page.tsx"),
  },
  {
    path: "/reset-password",
    file: "features/auth/reset-password.page.tsx",
    component: "ResetPasswordPage",
    load: () => import("#web/features/auth/reset-password.page.tsx"),
  },
  {
    path: "/confirm-email",
    file: "features/auth/confirm-email.page.tsx",
    component: "ConfirmEmailPage",
    load: () => import("#web/features/auth/confirm-email.page.tsx"),
  },
  {
    path: "/admin",
    guard: "admin",
    file: "features/companies/admin-dashboard.page.tsx",
    component: "AdminDashboardPage",
    load: () => import("#web/features/companies/admin-dashboard.page.tsx"),
  },
  {
    path: "/admin/companies",
    guard: "admin",
    file: "features/companies/admin-companies.page.tsx",
    component: "AdminCompaniesPage",
    load: () => import("#web/features/companies/admin-companies.page.tsx"),
  },
  {
    path: "/admin/users",
    guard: "admin",
    file: "features/users/admin-users.page.tsx",
    component: "AdminUsersPage",
    load: () => import("#web/features/users/admin-users.page.tsx"),
  },
  {
    path: "/admin/audit",
    guard: "admin",
    file: "features/audit/admin-audit.page.tsx",
    component: "AdminAuditPage",
    load: () => import("#web/features/audit/admin-audit.page.tsx"),
  },
  {
    path: "/admin/$",
    guard: "admin",
    file: "app/pages/not-found.page.tsx",
    component: "AdminNotFoundPage",
    load: () => import("./pages/not-found.page.tsx"),
  },
  {
    path: "/admin/login",
    file: "features/auth/login.page.tsx",
    component: "AdminLoginPage",
    load: () => import("#web/features/auth/login.page.tsx"),
  },
  {
    path: "/admin/forgot-password",
    file: "features/auth/forgot-password.page.tsx",
    component: "AdminForgotPasswordPage",
    load: () => import("#web/features/auth/forgot-password.page.tsx"),
  },
  {
    path: "/admin/reset-password",
    file: "features/auth/reset-password.page.tsx",
    component: "AdminResetPasswordPage",
    load: () => import("#web/features/auth/reset-password.page.tsx"),
  },
] as const satisfies readonly Screen[];

/** The source files that are loaded for a screen: its guard, if any, and the page itself. */
export const filesOfScreen = ({ guard, file }: Screen): string[] => (guard ? [GUARDS[guard].file, file] : [file]);
