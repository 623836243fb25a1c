import { pressSeen } from "./seen";

export type PayerHandler = (
  request: Request,
  context: { params: Promise<{ token: string }> },
) => Promise<Response>;

/** A browser of a payer: keeps its cookies as one does. `address` is where it comes from. */
export class PayerBrowser {
  constructor(private readonly address: string) {}

  private jar: { name: string; value: string; path: string }[] = [];

  async open(handler: PayerHandler, path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, "http://localhost:3000");
    const cookie = this.jar
      .filter((one) => url.pathname.startsWith(one.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}), "x-client-ip": this.address };
    const token = decodeURIComponent(url.pathname.split("/")[2] ?? "");
    const response = await handler(new Request(url, { ...init, headers }), {
      params: Promise.resolve({ token }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = "", where = "/"] = /^([^=]+)=([^;]*); Path=([^;]+)/.exec(line) ?? [];
      // A cookie takes the place of the one with its name and path.
      this.jar = [
        ...this.jar.filter((one) => one.name !== name || one.path !== where),
        { name, value, path: where },
      ];
    }
    return response;
  }

  /** Without `seen` among the fields it is a press by somebody who looks at the page first. */
  post(handler: PayerHandler, path: string, fields: Record<string, string>): Promise<Response> {
    const send = (sent: Record<string, string>) =>
      this.open(handler, path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(sent).toString(),
      });
    return pressSeen(send, fields);
  }

  async read(handler: PayerHandler, path: string): Promise<string> {
    return (await this.open(handler, path)).text();
  }
}
