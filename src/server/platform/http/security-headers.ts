/** Where the form for adding leads may be framed from. */
export const FORM_HOST = "https://airtable.com";

/** The same for every answer; what an answer sets itself wins. */
export const securityHeaders = ({ https, sandboxUrl }: { https: boolean; sandboxUrl: string | undefined }) => {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Menus and dialogs place themselves with inline styles; a style cannot run.
    "style-src 'self' 'unsafe-inline'",
    // Profile pictures and logos live where the tenant's data says they do.
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src 'self' ${[FORM_HOST, sandboxUrl].filter(Boolean).join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    // The workflow form opens in a popup whose closing we watch, so the popup must stay reachable.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
};
