import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.Set;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Runs Neo4j Community in this process: Bolt on a loopback port, one user, until standard input ends. A line there, `read-only`
 * or `writable`, says what the database becomes; the line comes back when it is so.
 */
final class Server {
    public static void main(String[] args) throws Exception {
        var home = Path.of(args[0]);
        var port = Integer.parseInt(args[1]);
        var password = args[2];
        var builder = new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
            .setConfig(BoltConnector.advertised_address, new SocketAddress("127.0.0.1", port))
            .setConfig(HttpConnector.enabled, false)
            .setConfig(GraphDatabaseSettings.auth_enabled, true);
        var isNew = !Files.exists(home.resolve("data"));
        var service = builder.build();
        if (isNew) service.database("system").executeTransactionally(
            "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", java.util.Map.of("password", password));
        System.out.println("READY " + port);
        var config = ((GraphDatabaseAPI) service.database("neo4j")).getDependencyResolver().resolveDependency(Config.class);
        var lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            var line = lines.nextLine();
            var readOnly = line.equals("read-only") ? Set.of("neo4j") : Set.<String>of();
            config.setDynamic(GraphDatabaseSettings.read_only_databases, readOnly, "a test");
            System.out.println(line);
        }
        service.shutdown();
        System.exit(0);
    }
}
