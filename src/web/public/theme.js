// A classic script in the head, because a module runs too late to keep a dark screen from flashing white.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const apply = () => {
    const chosen = remembered("theme");
    const dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
  };
  // For what the page shows before the app is there.
  document.documentElement.classList.toggle("sidebar-collapsed", remembered("sidebar-collapsed") === "true");
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("themechange", apply);
}
