export const SkipLink = ({ target }: { target: string }) => (
  <a
    href={`#${target}`}
    className="sr-only z-60 rounded-sm bg-primary font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2"
    onClick={(event) => {
      // The router would take the anchor for a navigation and put it in the address.
      event.preventDefault();
      document.getElementById(target)?.focus();
    }}
  >
    Naar de inhoud
  </a>
);
