/**
 * A page that only the dashboard may show in a frame, as a preview. The frame runs no scripts, and browsers report each
 * blocked script, so the optional script is left out.
 */
export async function framed(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const page = (await response.text()).replace(/<script [^>]*><\/script>/, "");
  return new Response(page, { status: response.status, headers });
}
