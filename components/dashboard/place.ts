// What a shop uses follows its country, and the server says it: app/(auth)/sign-up.

const formOf = () => document.querySelector<HTMLFormElement>("form[data-zones]");
const countryOf = (form: ParentNode | null) => form?.querySelector<HTMLSelectElement>("select[name=country]");

function listenToPlace(): void {
  document.addEventListener("change", ({ target }) => {
    const form = formOf();
    if (!form || !(target instanceof HTMLSelectElement) || target.form !== form) return;
    const chosen = [...form.querySelectorAll("select")].map(({ name, value }) => [name, value]);
    void readPlace(form, Object.fromEntries(chosen));
  });
}

function showPlace(): void {
  const form = formOf();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form) return;
  // What is wrong is said by the server, in words.
  form.noValidate = true;
  const { zones = "" } = form.dataset;
  if (zones !== "any" && zone && !zones.split(" ").includes(zone)) void readPlace(form, { zone });
}

let latest = {};

async function readPlace(form: HTMLFormElement, chosen: Record<string, string>): Promise<void> {
  const mine = {};
  latest = mine;
  const place = form.querySelector("[data-place]");
  const isDrawn = place?.querySelector("details") !== null;
  const asked = new URL(location.href);
  for (const [name, value] of Object.entries({ ...chosen, ...(isDrawn && { only: "place" }) }))
    asked.searchParams.set(name, value);
  // What is said of another country would be wrong.
  place?.querySelector(":scope > p")?.replaceChildren("…");
  const answer = await fetch(asked).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text().catch(() => "")) ?? "", "text/html");
  const next = page.querySelector("[data-place]");
  const country = countryOf(form);
  // Somebody chose again meanwhile: that answer is the one that counts.
  if (!next || !place || !country || latest !== mine) return;
  if (!chosen.country) country.value = countryOf(page)?.value ?? "";
  if (!isDrawn) return place.replaceWith(next);
  for (const select of next.querySelectorAll("select")) reorder(select, place);
  for (const said of place.querySelectorAll(":scope > :not(details)")) said.remove();
  place.prepend(...next.querySelectorAll(":scope > :not(details)"));
}

/** What is usual comes first, by its new name; then the zones of the country. */
function reorder({ name, options }: HTMLSelectElement, place: Element): void {
  const here = place.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  if (!here) return;
  const { value: chosen } = here;
  for (const { value, text } of [...options].reverse()) {
    const option = [...here.options].find((one) => one.value === value);
    if (!option) continue;
    option.text = text;
    here.prepend(option);
  }
  here.value = chosen;
}

listenToPlace();
document.addEventListener("page-shown", showPlace);
showPlace();

export {};
