// A classic script in the head, because a module runs too late to keep a dark screen from flashing white.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const apply = () => {
    const chosen = choice();
    const dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.classList.toggle("dark", dark);
  };
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("themechange", apply);
}
