/** A page that the dashboard may show in a frame, as a preview. Nobody else's site may. */
export function framed(response: Response): Response {
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  response.headers.set(
    "Content-Security-Policy",
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
  return response;
}
