import * as z from 'zod';
import type { ZodType } from 'zod';

import type { ActionInput, Json, Principal } from '@licet/core';
import type { PolicySettings } from '@licet/core/policy';

const name = z.string().min(1).max(4_096);
const properties = z.record(z.string(), z.json());

/** A subject or a resource of AuthZEN. */
export interface Entity {
  readonly type: string;
  readonly id: string;
  readonly properties?: Readonly<Record<string, Json>>;
}

/** What somebody wants to do, in AuthZEN. */
export interface NamedAction {
  readonly name: string;
  readonly properties?: Readonly<Record<string, Json>>;
}

/** One question of AuthZEN. */
export interface AccessRequest {
  readonly subject: Entity;
  readonly action: NamedAction;
  readonly resource: Entity;
  readonly context?: Readonly<Record<string, Json>>;
}

/** A subject or a resource. Members that the standard does not know are passed over, here and below. */
export const entity: ZodType<Entity> = z.object({ type: name, id: name, properties: properties.exactOptional() });

/** A subject or a resource that is searched for: only its type counts. */
export const searched: ZodType<Pick<Entity, 'type'>> = z.object({ type: name });

/** An action. */
export const namedAction: ZodType<NamedAction> = z.object({ name, properties: properties.exactOptional() });

/** The context of a request. */
export const context: ZodType<Readonly<Record<string, Json>>> = properties;

/** The schema of {@link AccessRequest}. */
export const accessRequest: ZodType<AccessRequest> = z.object({
  subject: entity,
  action: namedAction,
  resource: entity,
  context: context.exactOptional(),
});

type Known = Pick<PolicySettings, 'principals' | 'resources'>;

/**
 * Returns the action that an AuthZEN request asks about. `action.name` is the kind, the resource with its properties is the payload, and
 * the subject is the principal. A resource of the type `tool` is a call of that tool, and its properties are the arguments. What the
 * request does not say of a subject or a resource, the policy file says.
 */
export function actionOf({ subject, action, resource, context: about = {} }: AccessRequest, known: Known): ActionInput {
  const own = Object.hasOwn(known.resources ?? {}, resource.type) ? known.resources?.[resource.type] : undefined;
  const declared = own !== undefined && Object.hasOwn(own, resource.id) ? own[resource.id] : {};
  const described = { ...declared, ...resource.properties };
  const isTool = resource.type === 'tool';
  const { session_id: session, agent } = about;
  return {
    kind: isTool ? 'tool' : action.name,
    ...(isTool && { tool: resource.id }),
    payload: isTool
      ? described
      : {
          ...described,
          ...(action.properties !== undefined && { action: action.properties }),
          ...(Object.keys(about).length > 0 && { context: about }),
          type: resource.type,
          id: resource.id,
        },
    sessionId: typeof session === 'string' && session !== '' ? session : `authzen:${subject.type}:${subject.id}`,
    ...(typeof agent === 'string' && { agentId: agent }),
    principal: principalOf(subject, known),
  };
}

function principalOf({ type, id, properties: said = {} }: Entity, { principals = {} }: Known): Principal {
  const found = Object.hasOwn(principals, id) ? principals[id] : undefined;
  const declared = found !== undefined && (found.type ?? USER) === type ? found : {};
  const { role, roles, ...rest } = said;
  const named = [role ?? [], roles ?? []].flat().filter(each => typeof each === 'string');
  return {
    id,
    roles: role === undefined && roles === undefined ? (declared.roles ?? []) : named,
    attributes: { ...(declared.attributes as Readonly<Record<string, Json>> | undefined), ...rest, type },
  };
}

/** The type of a principal that the policy file gives none. */
export const USER = 'user';
