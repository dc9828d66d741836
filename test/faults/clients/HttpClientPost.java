// Posts the same body twice over one connection, and prints what happened to the second call.
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class HttpClientPost {
	public static void main(String[] args) throws IOException, InterruptedException {
		var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		var request = HttpRequest.newBuilder(URI.create(args[0]))
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(args[1]))
			.build();
		client.send(request, BodyHandlers.ofString());
		try {
			client.send(request, BodyHandlers.ofString());
			System.out.println("answered");
		} catch (IOException failure) {
			System.out.println("failed: " + failure.getMessage());
		}
	}
}
