import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "../lib/query-client.ts";
import { watchServer } from "../lib/server-status.ts";
import { useAdminSession, useSession } from "../lib/session.ts";
import { sideOf, watchSessionExpiry } from "../lib/session-expiry.ts";
import { showToast } from "../ui/toast.tsx";
import { Providers } from "./providers.tsx";
import { createAppRouter } from "./router.tsx";

const client = createQueryClient();
const router = createAppRouter();

watchServer(client);
watchSessionExpiry(client, (side) => {
  showToast({ title: "Je sessie is verlopen", description: "Log opnieuw in om verder te gaan.", tone: "info" });
  if (side === "main") void router.navigate({ to: "/login" });
});

/** Asks who is signed in while the screen's code is still on its way. */
const useEarlySession = sideOf(location.pathname) === "admin" ? useAdminSession : useSession;

function App() {
  useEarlySession();
  return <RouterProvider router={router} />;
}

const place = document.getElementById("root");
if (!place) throw new Error("The page has no place for the app");

createRoot(place).render(
  <StrictMode>
    <Providers client={client}>
      <App />
    </Providers>
  </StrictMode>,
);
