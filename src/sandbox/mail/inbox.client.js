const REFRESH_MS = 2_000;
const mails = document.getElementById("mails");
const state = document.getElementById("state");

async function refresh() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("mails");
  if (!fresh || fresh.innerHTML === mails.innerHTML) return;
  const focused = mails.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  mails.replaceChildren(...fresh.childNodes);
  if (focused) mails.querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
  const invitation = document.querySelector("main > p.empty");
  const freshInvitation = page.querySelector("main > p.empty");
  if (invitation && freshInvitation) invitation.replaceWith(freshInvitation);
}

const showHealth = () => {
  state.textContent = "";
};
const showFailure = () => {
  state.textContent = "Geen verbinding; er wordt opnieuw geprobeerd.";
};

async function keepFresh() {
  if (!document.hidden) {
    await refresh().then(showHealth, showFailure);
  }
  setTimeout(keepFresh, REFRESH_MS);
}

async function clear() {
  await fetch("/inbox.json", { method: "DELETE" });
  location.assign("/inbox");
}

document.getElementById("clear").addEventListener("click", () => {
  clear().catch(showFailure);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh().then(showHealth, showFailure);
});
mails.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
setTimeout(keepFresh, REFRESH_MS);
