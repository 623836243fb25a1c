/** A page that shows work going on loads itself again until it is done, without a script. Only where nothing is typed. */
export function ReloadSoon() {
  return <meta httpEquiv="refresh" content="4" />;
}
