import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Button } from "#ui/button/button.tsx";
import { StatusPage } from "./status-pages.tsx";

export const NotFoundPage = () => (
  <StatusPage icon={Compass} title="Page Not Found" text="Deze pagina bestaat niet, of niet meer. Klopt het adres?">
    <Button asChild variant="outline">
      <Link to="/">Naar de startpagina</Link>
    </Button>
  </StatusPage>
);

export const AdminNotFoundPage = () => (
  <StatusPage icon={Compass} title="Page Not Found" text="This page does not exist. Is the address right?">
    <Button asChild variant="outline">
      <Link to="/admin">Dashboard</Link>
    </Button>
  </StatusPage>
);
