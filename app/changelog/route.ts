/** Where people look for it. */
export function GET(): Response {
  return new Response(null, { status: 308, headers: { Location: "/docs/changelog" } });
}
