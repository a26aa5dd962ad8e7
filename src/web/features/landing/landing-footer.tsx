import { BrandMark } from "./brand.tsx";

export function LandingFooter() {
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-10 text-muted-foreground text-sm sm:flex-row sm:items-center sm:px-8">
        <p className="flex items-center gap-3">
          <BrandMark className="size-6 shrink-0" />
          Professioneel dashboard voor LinkedIn outreach
        </p>
        <p className="sm:ml-auto">© 2025 Ultimate Sales Agent</p>
      </div>
    </footer>
  );
}
