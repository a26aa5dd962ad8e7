const REFRESH_MS = 2_000;
const mails = document.getElementById("mails");
const state = document.getElementById("state");

async function refresh() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("mails");
  if (!fresh || fresh.innerHTML === mails.innerHTML) return;
  const focused = mails.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  mails.replaceChildren(...fresh.childNodes);
  if (focused) mails.querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
  const placeholder = document.querySelector("main > p.empty");
  const freshPlaceholder = page.querySelector("main > p.empty");
  if (placeholder && freshPlaceholder) placeholder.replaceWith(freshPlaceholder);
}

const clearFailure = () => {
  state.textContent = "";
};
const showFailure = () => {
  state.textContent = "Geen verbinding; er wordt opnieuw geprobeerd.";
};

async function poll() {
  if (!document.hidden) {
    await refresh().then(clearFailure, showFailure);
  }
  setTimeout(poll, REFRESH_MS);
}

async function clear() {
  await fetch("/inbox.json", { method: "DELETE" });
  location.assign("/inbox");
}

document.getElementById("clear").addEventListener("click", () => {
  clear().catch(showFailure);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh().then(clearFailure, showFailure);
});
mails.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
setTimeout(poll, REFRESH_MS);
