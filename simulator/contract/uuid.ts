/** Matches a UUID (RFC 9562) in either case. The ids of the sandbox are in lower case (D-45). */
export const anyCaseUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
