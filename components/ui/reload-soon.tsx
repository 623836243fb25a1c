const seconds = 4;

/** A page that shows work going on loads itself again until it is done, also without a script. Only where nothing is typed. */
export function ReloadSoon() {
  return (
    <>
      <span data-reload hidden />
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
    </>
  );
}

export function reloadSoon(): void {
  if (document.querySelector("[data-reload]")) setTimeout(() => window.location.reload(), seconds * 1000);
}
