import { serviceName } from "../service-name";

/** What a phone needs to put the dashboard on its home screen. */
export function GET(): Response {
  const name = serviceName();
  const icon = (size: number, purpose: "any" | "maskable") => ({
    src: purpose === "any" ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    ...{ sizes: `${size}x${size}`, type: "image/png", purpose },
  });
  const manifest = {
    ...{ name, short_name: name, id: "/dashboard", start_url: "/dashboard", scope: "/" },
    ...{ display: "standalone", background_color: "#fbfaf6", theme_color: "#14532d" },
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
