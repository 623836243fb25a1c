export const requestsPath = "/dashboard/developers/requests";

export function requestPath(requestId: string): string {
  return `${requestsPath}/${encodeURIComponent(requestId)}`;
}
