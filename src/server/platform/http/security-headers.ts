/** The only site whose form for adding leads may be shown in a frame. */
export const FORM_HOST = "https://airtable.com";

/** Default headers of every response; a response may override them. */
export const securityHeaders = ({ https, sandboxUrl }: { https: boolean; sandboxUrl: string | undefined }) => {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Menus and dialogs are positioned with inline styles; a style cannot run code.
    "style-src 'self' 'unsafe-inline'",
    // Profile pictures and logos may be at any https address in the company's data.
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
    // The workflow form opens in a popup, and the opener must be able to see that it was closed.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
};
