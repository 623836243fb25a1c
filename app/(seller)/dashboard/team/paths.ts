export const teamPath = "/dashboard/team";

export function memberPath(userId: number): string {
  return `${teamPath}/${userId}`;
}
