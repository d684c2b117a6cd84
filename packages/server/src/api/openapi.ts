import * as z from 'zod';
import type { ZodType } from 'zod';

import { FAULTS } from '../http/fault.ts';
import type { Route } from '../http/route.ts';
import { faultAnswer } from './schemas.ts';

type Json = { readonly [name: string]: unknown };

const STATUSES = [...new Set(Object.values(FAULTS))].sort((a, b) => a - b);

/** Returns the OpenAPI document (3.1) of the routes, made of the very schemas that check what is sent. */
export function openApi(routes: readonly Route[], base: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes)
    (paths[route.path.replace(/\/\*$/u, '/{rest}')] ??= {})[route.method.toLowerCase()] = operation(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Licet decision server',
      version: '1',
      description: 'Decides, before it happens, whether an action may run. Every status but 200 means: it may not.',
    },
    servers: [{ url: base }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Fault: schemaOf(faultAnswer, 'output') },
    },
  };
}

function operation({ path, summary, takes, gives, right, refusal }: Route): Json {
  const fault = refusal === undefined ? { $ref: '#/components/schemas/Fault' } : { type: 'object' };
  return {
    summary,
    ...(path.endsWith('/*') && { parameters: [{ name: 'rest', in: 'path', required: true, schema: { type: 'string' } }] }),
    ...(right !== undefined && { security: [{ token: [] }], 'x-right': right }),
    ...(takes !== undefined && { requestBody: { required: true, content: contentOf(schemaOf(takes, 'input')) } }),
    responses: {
      200: { description: 'the answer', content: contentOf(gives === undefined ? {} : schemaOf(gives, 'output')) },
      ...Object.fromEntries(
        STATUSES.map(status => [
          status,
          {
            description: Object.keys(FAULTS)
              .filter(code => FAULTS[code as keyof typeof FAULTS] === status)
              .join(', '),
            content: contentOf(fault),
          },
        ]),
      ),
    },
  };
}

const contentOf = (schema: Json): Json => ({ 'application/json': { schema } });

function schemaOf(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  return made;
}
