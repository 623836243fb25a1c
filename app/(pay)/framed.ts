/**
 * A page that the dashboard may show in a frame, as a preview; nobody else's site may. The frame runs no scripts, and a
 * browser complains of each one that it is asked to run, so the optional script is left out.
 */
export async function framed(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const page = (await response.text()).replace(/<script [^>]*><\/script>/, "");
  return new Response(page, { status: response.status, headers });
}
