const SIZES = {
  compact: "h-9 px-3.5 text-sm",
  large: "h-12 px-6 text-base",
};

export function StartLink({ size }: { size: keyof typeof SIZES }) {
  return (
    <a
      href="/login"
      className={`${SIZES[size]} inline-flex scroll-mt-24 items-center justify-center whitespace-nowrap rounded-md bg-primary font-medium text-primary-foreground shadow-xs transition-[filter] hover:brightness-90 active:brightness-75`}
    >
      Gratis Starten
    </a>
  );
}
