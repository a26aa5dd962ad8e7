import { PRODUCT } from "#lib/document-title.ts";
import { Spinner } from "#ui/spinner.tsx";
import { FullPage } from "./full-page.tsx";

const Loading = ({ label }: { label: string }) => (
  <FullPage>
    <h1 className="sr-only">{PRODUCT}</h1>
    <Spinner label={label} />
  </FullPage>
);

export const LoadingPage = () => <Loading label="Laden..." />;

export const AdminLoadingPage = () => <Loading label="Loading admin panel..." />;

/** A screen's code is on its way; the frame around it is already there. */
export const LoadingScreen = () => (
  <div className="grid h-full min-h-60 place-items-center">
    <Spinner />
  </div>
);
